import { mediaLibrary, mediaLibraryItem } from '../../upstream/catalogue/areas/media-library.ts';
import { entityType } from '../fields/entities.ts';
import { mutation } from '../fields/mutations.ts';

entityType(mediaLibraryItem);

mutation(mediaLibrary.updateMediaLibraryItem);
mutation(mediaLibrary.deleteMediaLibraryItem);
