import { mediaLibrary, mediaLibraryItem } from '../../upstream/catalogue/areas/media-library.ts';
import { areaFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(mediaLibraryItem);

areaFields(mediaLibrary);
