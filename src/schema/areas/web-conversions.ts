import { webConversions } from '../../upstream/catalogue/areas/web-conversions.ts';
import { peopleMutation } from '../fields/people.ts';

peopleMutation(webConversions.recordWebConversions, { forms: 'WebConversionForms' });
