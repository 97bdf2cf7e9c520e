import { checkScreens } from './check-screens.js';
import { ENTRY_SCREENS } from './screen-list.js';

checkScreens(ENTRY_SCREENS);
