import { Download as Arrow } from '../../../design/icons.ts';
import { IconButton } from './icon.tsx';

/** Saves a text as a file. */
export const download = (name: string, text: string, type = 'text/plain'): void => {
  const href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(URL.revokeObjectURL, 1000, href);
};

interface DownloadProps {
  /** `the answer`. */
  readonly what: string;
  readonly onClick: () => void;
}

/** A small button that saves something as a file. */
export const Download = ({ what, onClick }: DownloadProps) => (
  <IconButton of={Arrow} label={`Download ${what}`} title={`Download ${what}`} onClick={onClick} />
);
