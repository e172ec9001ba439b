import { trusted } from '../trusted-text.ts';

/** The document that sends people. */
export const peopleDocument = trusted(
  `mutation UploadAudience($input: UpdateCustomAudienceUsersInput!) {
  updateCustomAudienceUsers(input: $input) { outcome successCount totalCount errors { message } }
}`,
);
