import { t } from '@lingui/core/macro';
import { Box } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PreviewFrameProps {
  readonly url: string;
  /** The width of the device in CSS pixels. */
  readonly width: number;
}

/** A page in the width of a device, made smaller where there is less room. */
export function PreviewFrame({ url, width }: PreviewFrameProps): ReactNode {
  const { ref, width: room, height } = useElementSize();
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <Box ref={ref} className="preview-room">
      <iframe
        className="preview-frame"
        title={t`Preview`}
        src={url}
        // The website keeps its origin and cookies, and cannot leave its frame.
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        style={{ width, height: height / scale, transform: `translateX(-50%) scale(${scale})` }}
      />
    </Box>
  );
}
