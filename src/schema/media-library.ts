import { mediaLibrary, mediaLibraryItem } from '../upstream/catalogue/media-library.ts';
import { entityType } from './entities.ts';
import { mutation } from './mutations.ts';

entityType(mediaLibraryItem);

mutation(mediaLibrary.updateMediaLibraryItem);
mutation(mediaLibrary.deleteMediaLibraryItem);
