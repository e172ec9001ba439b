import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Identity } from '../auth/identity.ts';
import { sendFailure } from '../auth/replies.ts';
import { refused } from '../errors.ts';
import type { Exchange } from '../http/door/exchange.ts';
import type { KeptAnswers } from './answers/kept-answers.ts';
import { csvLine, type Table, utf8Mark } from './answers/table.ts';

interface AnswerFileOptions {
  readonly identity: Pick<Identity, 'callerOf'>;
  readonly kept: KeptAnswers;
}

/**
 * Sends a kept answer as CSV, to a session of the user who got it; the owner's to one of the
 * owner's user. Never rejects.
 */
export const sendAnswerFile = async (
  { identity, kept }: AnswerFileOptions,
  exchange: Exchange,
  id: string,
): Promise<void> => {
  const { req, res, record } = exchange;
  try {
    if (req.method !== 'GET') throw refused(405, 'Use GET.', { headers: { Allow: 'GET' } });
    const { session } = await identity.callerOf(req.headers);
    if (session === null) {
      const message = 'Sign in as the user who got this answer.';
      throw refused(401, message, { code: 'UNAUTHENTICATED' });
    }
    record.user = session.userId;
    const table = await kept.find(session.userId, id);
    if (table === null) {
      throw refused(
        404,
        'There is no such answer: none is kept longer than TIMEOUT_MCP_ANSWER_MS.',
      );
    }
    res.writeHead(200, {
      'Cache-Control': 'no-store',
      'Content-Disposition': `attachment; filename="${id}.csv"`,
      'Content-Type': 'text/csv; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    });
    await pipeline(Readable.from(linesOf(table)), res).catch(() => undefined);
  } catch (error) {
    sendFailure({ req, res }, record, error);
  }
};

function* linesOf({ columns, rows }: Table): Generator<string, void> {
  yield utf8Mark + csvLine(columns);
  for (const row of rows) yield csvLine(row);
}
