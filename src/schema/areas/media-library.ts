import { mediaLibrary, mediaLibraryItem } from '../../upstream/catalogue/areas/media-library.ts';
import { entityType } from '../fields/entities.ts';
import { accountFields } from '../fields/reads.ts';
import { mutations } from '../fields/writes.ts';

entityType(mediaLibraryItem);

accountFields({
  mediaLibrary: mediaLibrary.listMediaLibrary,
  mediaLibraryItem: mediaLibrary.getMediaLibraryItem,
});

mutations(mediaLibrary);
