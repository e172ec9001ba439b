import type { ApiHost } from '../../src/upstream/catalogue/language/endpoint.ts';
import type { HostAnswer } from '../../src/upstream/client/probe.ts';
import type { LossKind } from '../../src/upstream/client/transport/upstream-exchange.ts';
import { type Check, fine, wrong } from './finding.ts';

const losses: Readonly<Record<LossKind, string>> = {
  connect: 'cannot be reached',
  certificate: 'has a certificate that is not valid',
  reset: 'cuts the connection',
  protocol: 'does not speak HTTP',
  oversize: 'sends an endless response',
  deadline: 'does not respond in time',
  cancelled: 'does not respond',
};

const variables: Readonly<Record<ApiHost, string>> = {
  ads: 'ADS_API_URL',
  sandbox: 'ADS_SANDBOX_API_URL',
  platform: 'PLATFORM_API_URL',
};

const faultOf = ({ status, loss }: HostAnswer): string | null => {
  if (loss !== null) return losses[loss];
  const isAnswer = status !== null && status < 500 && (status < 300 || status >= 400);
  return isAnswer ? null : `answers ${status}`;
};

/** Asks every host of the API for something, without a signature. */
export const addresses: Check = {
  name: 'addresses',
  examine: async ({ hosts }) => {
    const answers = Object.entries(await hosts()) as [ApiHost, HostAnswer][];
    const faults = answers.flatMap(([name, answer]) => {
      const fault = faultOf(answer);
      return fault === null ? [] : [{ variable: variables[name], text: `${answer.host} ${fault}` }];
    });
    if (faults.length === 0) {
      const names = new Set(answers.map(([, { host }]) => host));
      return fine(`${[...names].join(', ')} ${names.size === 1 ? 'answers' : 'answer'}`);
    }
    return wrong(
      [...new Set(faults.map(({ text }) => text))].join(', '),
      'Let this machine reach it (name service, firewall, certificates), or check ' +
        faults.map(({ variable }) => variable).join(', '),
    );
  },
};
