import { mediaLibrary, mediaLibraryItem } from '../../upstream/catalogue/areas/media-library.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(mediaLibraryItem);

accountFields({
  mediaLibrary: mediaLibrary.listMediaLibrary,
  mediaLibraryItem: mediaLibrary.getMediaLibraryItem,
});

mutations(mediaLibrary);
