import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '../../contract/core/endpoint.ts';
import { implementEndpoint } from './index.ts';

const responses = { 200: z.strictObject({ name: z.string() }) };
const feedEndpoint = defineEndpoint('getFeed', { summary: 'Look', responses, errors: [] });
const adEndpoint = defineEndpoint('createAd', { summary: 'A thing', responses, errors: [] });
const handle = async () => ({ name: 'x' });

// The compiler runs this test: if a declaration compiles that must not, its @ts-expect-error is reported as unused.
test('demands the cache tags of a public GET', () => {
	const undeclared = [
		// @ts-expect-error
		implementEndpoint(feedEndpoint, { policy: 'anyone', rate: 'read' }, handle),
		// @ts-expect-error
		implementEndpoint(feedEndpoint, { policy: 'anyone', rate: 'read', cacheTags: undefined }, handle),
	];
	const declared = [
		implementEndpoint(feedEndpoint, { policy: 'anyone', rate: 'read', cacheTags: () => [] }, handle),
		implementEndpoint(feedEndpoint, { policy: 'anyone', rate: 'read', cacheTags: ({ name }) => [name] }, handle),
		implementEndpoint(feedEndpoint, { policy: 'signedIn', rate: 'read' }, handle),
		implementEndpoint(adEndpoint, { policy: 'anyone', rate: 'write' }, handle),
	];
	expect([...undeclared, ...declared]).toHaveLength(6);
});
