import { watchUpload } from '../../loaders/media-progress.ts';
import type { Upload } from '../../loaders/uploads.ts';
import type { Args, Load } from '../field.ts';

/** Loads an upload of the viewer; null if the viewer has none with this name. */
export const staged: Load<unknown, Upload | null> = async (_roots, args: Args, context, field) => {
  const { uploads, ads, viewer } = context;
  const found = await uploads.find(viewer, String(args['upload']));
  if (found === null) return [null];
  return [await watchUpload(found, { uploads, ads, trace: field.trace })];
};
