import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { mediaLibrary, mediaLibraryItem } from '../../upstream/catalogue/areas/media-library.ts';
import { entityType } from '../fields/entities.ts';
import { item, listOfAccount } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(mediaLibraryItem);

addFields(account, (t) => ({
  mediaLibrary: t.field(listOfAccount(mediaLibrary.listMediaLibrary)),
  mediaLibraryItem: t.field(item(mediaLibrary.getMediaLibraryItem)),
}));

mutation(mediaLibrary.addMediaLibraryItem);
mutation(mediaLibrary.updateMediaLibraryItem);
mutation(mediaLibrary.deleteMediaLibraryItem);
