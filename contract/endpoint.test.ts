import { describe, expect, test } from 'vitest';
import { getErrorCodes } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

describe('the errors of an endpoint', () => {
	test.each([
		['a GET', endpoints.getAd, ['not_found']],
		['a GET that writes', endpoints.getSendHandle, ['unauthenticated', 'forbidden', 'disk_full']],
	])('are what %s declares, and what any operation may answer', (_, endpoint, declared) => {
		expect([...getErrorCodes(endpoint)]).toEqual([...declared, 'invalid', 'too_many', 'internal', 'unavailable']);
	});

	test('of a write are those of its body and of storage, too', () => {
		expect([...getErrorCodes(endpoints.signUp)]).toEqual(
			expect.arrayContaining(['malformed', 'too_large', 'unsupported_type', 'disk_full']),
		);
		expect(getErrorCodes(endpoints.signUp)).not.toContain('conflict');
	});

	test('of one that may be repeated are a conflict, too', () => {
		expect(getErrorCodes(endpoints.createAd)).toContain('conflict');
	});
});
