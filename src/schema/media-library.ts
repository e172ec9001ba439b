import { mediaLibrary, mediaLibraryItem } from '../upstream/catalogue/media-library.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { linkToAccount } from './fields.ts';
import { mutation } from './mutations.ts';

/** The object type of an item of the media library. */
export const MediaLibraryItem = entityType(mediaLibraryItem);

builder.objectFields(MediaLibraryItem, (t) => ({ account: t.field(linkToAccount(Account)) }));

mutation(mediaLibrary.updateMediaLibraryItem, mediaLibraryItem, MediaLibraryItem);
mutation(mediaLibrary.deleteMediaLibraryItem, mediaLibraryItem, MediaLibraryItem);
