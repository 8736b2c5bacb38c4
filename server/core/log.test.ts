import { expect, test } from 'vitest';
import { createLogger } from './log.ts';

function openLog() {
	const lines: string[] = [];
	const log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
	return { log, text: () => lines.join(''), last: () => JSON.parse(lines.at(-1) ?? 'null') };
}

const secret = 'tulip-4711';
const names = ['authorization', 'password', 'token', 'fcm_token', 'phone', 'code', 'state', 'Authorization'];

test.each(names)('redacts %s at any depth', (name) => {
	const { log, text } = openLog();
	log.info({ [name]: secret, deep: { list: [{ [name]: secret }] } }, 'an object');
	log.info(`GET /auth/google?${name}=${secret}&next=/`);
	log.info({ body: JSON.stringify({ a: 1, [name]: secret }) }, 'JSON');
	log.warn({ err: Object.assign(new Error(`failed with {"${name}":"${secret}"}`), { [name]: secret }) }, 'an error');
	const cause = Object.assign(new Error('inner'), { config: { headers: { [name]: secret } } });
	log.error({ err: new Error('outer', { cause }) }, 'a cause');
	log.error({ err: Object.assign(new Error('with'), { request: { [name]: [secret] } }) });
	expect(text().split('\n').filter(Boolean)).toHaveLength(6);
	expect(text()).not.toContain(secret);
	expect(text()).toContain('[redacted]');
});

test('redacts a bearer token in text', () => {
	const { log, text } = openLog();
	log.info(`sent with Bearer ${secret}`);
	log.info({ header: `Bearer ${secret}` }, 'x');
	expect(text()).not.toContain(secret);
});

test('keeps error codes and other harmless fields', () => {
	const { log, last } = openLog();
	log.error(
		{ err: Object.assign(new TypeError('no answer'), { code: 'ECONNREFUSED', port: 5432 }), job: 'mail' },
		'lost',
	);
	expect(last()).toMatchObject({
		msg: 'lost',
		job: 'mail',
		err: { type: 'TypeError', message: 'no answer', code: 'ECONNREFUSED', port: 5432, stack: expect.any(String) },
	});
	log.error({ err: Object.assign(new Error('x'), { code: '23505' }) });
	expect(last().err.code).toBe('23505');
	log.error({ err: Object.assign(new Error('x'), { code: '123456' }) });
	expect(last().err.code).toBe('[redacted]');
	log.info({ account: 7, method: 'POST', path: '/api/ads', status: 201, milliseconds: 12 }, 'request');
	expect(last()).toMatchObject({ account: 7, method: 'POST', path: '/api/ads', status: 201, milliseconds: 12 });
});
