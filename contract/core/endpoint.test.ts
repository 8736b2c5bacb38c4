import { describe, expect, test } from 'vitest';
import { getErrorCodes } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

describe('getErrorCodes', () => {
	test.each([
		['a GET', endpoints.getAd, ['not_found']],
		['a GET that writes', endpoints.getSendHandle, ['unauthenticated', 'forbidden', 'disk_full']],
	])('returns the declared and the common codes for %s', (_, endpoint, declared) => {
		expect([...getErrorCodes(endpoint)]).toEqual([...declared, 'invalid', 'too_many', 'internal', 'unavailable']);
	});

	test('adds the codes of bodies and storage for a write', () => {
		expect([...getErrorCodes(endpoints.signUp)]).toEqual(
			expect.arrayContaining(['malformed', 'too_large', 'unsupported_type', 'disk_full']),
		);
		expect(getErrorCodes(endpoints.signUp)).not.toContain('conflict');
	});

	test('adds conflict for an idempotent endpoint', () => {
		expect(getErrorCodes(endpoints.createAd)).toContain('conflict');
	});
});
