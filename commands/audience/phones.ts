import { UsageError } from '../../bin/commands.ts';

/** A phone number with its country code, if it had none; or what is wrong with it. */
export type International = (text: string) => string | { readonly fault: string };

// Blanks, brackets and signs within; not what begins as an international number, nor a hash.
const around = /[\s\p{Cf}()./-]/gu;
const national = /^(?!00)\d{1,17}$/;

/**
 * Makes national phone numbers of a country international; without one, leaves them. Throws
 * UsageError for a country that is not known.
 */
export const internationalFrom = async (country: string | undefined): Promise<International> => {
  if (country === undefined) return (text) => text;
  if (!/^[a-z]{2}$/i.test(country))
    throw new UsageError('--country must be a code of two letters, such as DE');
  const { getSupportedRegionCodes, parsePhoneNumber } = await import('awesome-phonenumber');
  const regionCode = country.toUpperCase();
  if (!getSupportedRegionCodes().includes(regionCode))
    throw new UsageError(`--country has no ${regionCode}`);
  const fault = `Phone number must be one of ${regionCode}, or begin with + or 00 and its country code.`;
  return (text) => {
    const digits = text.replace(around, '');
    if (!national.test(digits)) return text;
    const { valid, number } = parsePhoneNumber(digits, { regionCode });
    return valid && number !== undefined ? number.e164 : { fault };
  };
};
