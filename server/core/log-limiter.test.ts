import { beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from './log.ts';
import { currentOperation, type Span } from './operation.ts';

interface Line {
	level: number;
	msg: string;
	err?: { stack?: string };
	[name: string]: unknown;
}

let lines: Line[];
let log: ReturnType<typeof createLogger>;

beforeEach(() => {
	vi.useFakeTimers();
	lines = [];
	log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(JSON.parse(line)) } });
	return () => vi.useRealTimers();
});

/** One place in the program at which an error is created. */
const lose = (port: number) =>
	Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED' });

test('an outage is one line at once, one line a minute without stack, and one line when it has ended', () => {
	for (let second = 0; second < 150; second += 1) {
		for (let time = 0; time < 20; time += 1) log.warn({ err: lose(second), request: `req-${second}` }, 'database');
		vi.advanceTimersByTime(1000);
	}
	expect(lines).toHaveLength(3);
	expect(lines[0]?.err?.stack).toContain('ECONNREFUSED');
	const repeated = { level: 40, msg: 'database', error: 'connect ECONNREFUSED 127.0.0.1:59', request: 'req-59' };
	expect(lines[1]).toMatchObject({ ...repeated, repeats: 1199 });
	expect(lines[1]?.err).toBeUndefined();
	expect(lines[2]).toMatchObject({ repeats: 1200 });

	vi.advanceTimersByTime(120_000);
	expect(lines).toHaveLength(5);
	expect(lines[3]).toMatchObject({ level: 40, repeats: 600 });
	expect(lines[4]).toMatchObject({ level: 30, msg: 'ended: database', times: 3000, seconds: 149 });

	log.warn({ err: lose(1) }, 'database');
	expect(lines[5]?.err?.stack).toBeDefined();
});

test('a warning that is not repeated is one line', () => {
	log.warn({ err: lose(1) }, 'database');
	log.error('A job failed for the last time');
	vi.advanceTimersByTime(600_000);
	expect(lines.map(({ msg }) => msg)).toEqual(['database', 'A job failed for the last time']);
	expect(vi.getTimerCount()).toBe(0);
});

test('different messages, jobs, statements and errors are different kinds', () => {
	log.warn({ job: 'a' }, 'A job was interrupted');
	log.warn({ job: 'b' }, 'A job was interrupted');
	log.warn({ statement: 'select 1' }, 'slow query');
	log.warn({ statement: 'select 2' }, 'slow query');
	log.error({ err: new Error('one') }, 'unexpected error');
	log.error({ err: new TypeError('two') }, 'unexpected error');
	log.error(new Error('alone'));
	log.error(new Error('by itself'));
	log.warn({ reason: 'issuer' }, 'Google sign-in rejected');
	log.warn({ reason: 'nonce' }, 'Google sign-in rejected');
	expect(lines).toHaveLength(10);
});

test('many kinds of one message are limited together', () => {
	for (let kind = 0; kind < 2000; kind += 1) log.warn({ statement: `select ${'?, '.repeat(kind)}?` }, 'slow query');
	expect(lines).toHaveLength(501);
	vi.advanceTimersByTime(60_000);
	expect(lines).toHaveLength(502);
	expect(lines[501]).toMatchObject({ msg: 'slow query', repeats: 1499 });
});

test('of requests only those with status 503 and 507 are limited', () => {
	for (const status of [503, 503, 503, 507, 507, 500, 500, 404, 404, 201, 201]) log.info({ status }, 'request');
	vi.advanceTimersByTime(60_000);
	expect(lines.map(({ status, repeats }) => [status, repeats])).toEqual([
		[503, undefined],
		[507, undefined],
		[500, undefined],
		[500, undefined],
		[404, undefined],
		[404, undefined],
		[201, undefined],
		[201, undefined],
		[503, 2],
		[507, 1],
	]);
});

test('a repeated line is redacted', () => {
	for (let time = 0; time < 2; time += 1) log.warn({ token: 'tulip', err: new Error('GET /x?token=tulip') }, 'x');
	vi.advanceTimersByTime(60_000);
	expect(lines).toHaveLength(2);
	expect(JSON.stringify(lines[1])).not.toContain('tulip');
	expect(lines[1]?.token).toBe('[redacted]');
});

test('a repeated line has the trace of no single line', () => {
	const traced = createLogger({
		level: 'info',
		destination: { write: (line) => void lines.push(JSON.parse(line)) },
		withTraces: true,
	});
	const span = { traceId: 'a', spanId: 'b' } as Span;
	currentOperation.run({ name: 'GET /api/feed', span }, () => {
		for (let time = 0; time < 3; time += 1) traced.warn('database');
		vi.advanceTimersByTime(180_000);
	});
	expect(lines.map(({ msg, trace_id }) => [msg, trace_id])).toEqual([
		['database', 'a'],
		['database', undefined],
		['ended: database', undefined],
	]);
});
