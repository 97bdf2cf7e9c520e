/**
 * @license Tabler Icons 3.51.0 (https://tabler.io/icons), Copyright (c) 2020-2026 Paweł Kuna, MIT
 */
import { drawIcon, type Icon } from './draw-icon.js';

// Apart from the others (icons.ts), as the first screen does not load them.

export const IconAlignLeft: Icon = drawIcon('M4 6l16 0M4 12l10 0M4 18l14 0');
export const IconAt: Icon = drawIcon(
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M16 12v1.5a2.5 2.5 0 0 0 5 0v-1.5a9 9 0 1 0 -5.5 8.28',
);
export const IconBraces: Icon = drawIcon(
  'M7 4a2 2 0 0 0 -2 2v3a2 3 0 0 1 -2 3a2 3 0 0 1 2 3v3a2 2 0 0 0 2 2M17 4a2 2 0 0 1 2 2v3a2 3 0 0 0 2 3a2 3 0 0 0 -2 3v3a2 2 0 0 1 -2 2',
);
export const IconCalendar: Icon = drawIcon(
  'M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12M16 3v4M8 3v4M4 11h16',
);
export const IconCalendarWeek: Icon = drawIcon(
  'M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12M16 3v4M8 3v4M4 11h16M7 14h.013M10.01 14h.005M13.01 14h.005M16.015 14h.005M13.015 17h.005M7.01 17h.005M10.01 17h.005',
);
export const IconCoin: Icon = drawIcon(
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M14.8 9a2 2 0 0 0 -1.8 -1h-2a2 2 0 1 0 0 4h2a2 2 0 1 1 0 4h-2a2 2 0 0 1 -1.8 -1M12 7v10',
);
export const IconForms: Icon = drawIcon(
  'M12 3a3 3 0 0 0 -3 3v12a3 3 0 0 0 3 3M6 3a3 3 0 0 1 3 3v12a3 3 0 0 1 -3 3M13 7h7a1 1 0 0 1 1 1v8a1 1 0 0 1 -1 1h-7M5 7h-1a1 1 0 0 0 -1 1v8a1 1 0 0 0 1 1h1M17 12h.01M13 12h.01',
);
export const IconLetterCase: Icon = drawIcon(
  'M14 15.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0M3 19v-10.5a3.5 3.5 0 0 1 7 0v10.5M3 13h7M21 12v7',
);
export const IconListCheck: Icon = drawIcon(
  'M3.5 5.5l1.5 1.5l2.5 -2.5M3.5 11.5l1.5 1.5l2.5 -2.5M3.5 17.5l1.5 1.5l2.5 -2.5M11 6l9 0M11 12l9 0M11 18l9 0',
);
export const IconNumber123: Icon = drawIcon(
  'M3 10l2 -2v8M9 8h3a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-2a1 1 0 0 0 -1 1v2a1 1 0 0 0 1 1h3M17 8h2.5a1.5 1.5 0 0 1 1.5 1.5v1a1.5 1.5 0 0 1 -1.5 1.5h-1.5h1.5a1.5 1.5 0 0 1 1.5 1.5v1a1.5 1.5 0 0 1 -1.5 1.5h-2.5',
);
export const IconQuestionMark: Icon = drawIcon(
  'M8 8a3.5 3 0 0 1 3.5 -3h1a3.5 3 0 0 1 3.5 3a3 3 0 0 1 -2 3a3 4 0 0 0 -2 4M12 19l0 .01',
);
export const IconRuler2: Icon = drawIcon(
  'M17 3l4 4l-14 14l-4 -4l14 -14M16 7l-1.5 -1.5M13 10l-1.5 -1.5M10 13l-1.5 -1.5M7 16l-1.5 -1.5',
);
export const IconShare: Icon = drawIcon(
  'M3 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M15 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M15 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M8.7 10.7l6.6 -3.4M8.7 13.3l6.6 3.4',
);
export const IconTextCaption: Icon = drawIcon(
  'M4 15h16M4 5a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -4M4 20h12',
);
export const IconToggleRight: Icon = drawIcon(
  'M14 12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M2 12a6 6 0 0 1 6 -6h8a6 6 0 0 1 6 6a6 6 0 0 1 -6 6h-8a6 6 0 0 1 -6 -6',
);
