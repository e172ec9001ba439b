import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createGateway } from '../../src/index.ts';

describe('a gateway in a program of its own', () => {
  test('is refused with the variable that is wrong', async () => {
    await expect(createGateway({ PORT: 'none' })).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringMatching(/^PORT must be /),
    });
  });

  test('leaves no server behind where it cannot start', async () => {
    const servers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const before = servers();
    const { port } = other.address() as AddressInfo;
    const failed = createGateway({ PORT: String(port), LOG_LEVEL: 'silent' });
    await expect(failed).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect.poll(servers).toBe(before);
    other.close();
  });

  test('shares the standard error of the process with others', async () => {
    const listeners = process.listenerCount('exit');
    for (let count = 0; count < 2; count += 1) {
      const gateway = await createGateway({ PORT: '0', LOG_LEVEL: 'fatal' });
      await gateway.close();
    }
    expect(process.listenerCount('exit')).toBeLessThanOrEqual(listeners + 1);
  });
});
