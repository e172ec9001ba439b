import { setImmediate as turn } from 'node:timers/promises';
import { sheetLine, utf8Mark } from '../client/csv.ts';
import { sendFailure } from '../src/auth/replies.ts';
import { refused } from '../src/errors/errors.ts';
import { writeAll } from '../src/http/plugins/parts.ts';
import type { KeptAnswers } from './answers/kept-answers.ts';
import type { Table } from './answers/table.ts';
import type { Host, HttpExchange } from './gateway.ts';

interface AnswerFileOptions extends Pick<Host, 'identity' | 'beginLongWork'> {
  readonly kept: KeptAnswers;
}

/**
 * Sends a kept answer as CSV to a session of its user; the owner's answers go to the owner's user.
 * Never rejects.
 */
export const sendAnswerFile = async (
  { identity, kept, beginLongWork }: AnswerFileOptions,
  exchange: HttpExchange,
  id: string,
): Promise<void> => {
  const { req, res, record } = exchange;
  try {
    if (req.method !== 'GET') throw refused(405, 'Use GET.', { headers: { Allow: 'GET' } });
    const { session, callerKey } = await identity.callerOf(req.headers);
    if (session === null) {
      const message = 'Sign in as the user who got this answer.';
      throw refused(401, message, { code: 'UNAUTHENTICATED' });
    }
    record.user = session.userId;
    exchange.callerKey = callerKey;
    // It is opened and read as a whole.
    await beginLongWork(exchange);
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
    await writeAll(res, chunksOf(table));
  } catch (error) {
    sendFailure(exchange, error);
  }
};

/** The most characters formatted in one turn of the event loop. */
const chunkLength = 64 * 1024;

/** The file, with the mark by which spreadsheets know UTF-8. */
async function* chunksOf({ columns, rows }: Table): AsyncGenerator<Buffer, void> {
  let text = `${utf8Mark}${sheetLine(columns)}`;
  for (const row of rows) {
    text += sheetLine(row);
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
    await turn();
  }
  yield Buffer.from(text);
}
