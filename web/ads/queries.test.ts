import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createClient } from '../../contract/core/client.ts';
import * as messages from '../../contract/core/messages.ts';
import { toFailure } from '../pages/video/failure.ts';
import { videoQuery } from './queries.ts';

/** Runs the video query against a server that responds with status 200 and `body`. */
async function fetchVideo(body: string): Promise<unknown> {
	let requests = 0;
	const client = createClient(async () => {
		requests += 1;
		return { status: 200, text: body };
	});
	const video = await new QueryClient()
		.fetchQuery(videoQuery(client, { id: '7', description: 'shoes' }))
		.catch((error: unknown) => toFailure(error));
	expect(requests).toBe(1);
	return video;
}

test.each([
	['nothing', ''],
	['an empty object', '{}'],
	['no video', '{"normalads":null}'],
	['an empty video', '{"normalads":{}}'],
	['an empty list', '{"normalads":[]}'],
	['a page of a captive portal', '<h1>Welcome to our network</h1>'],
])("fails with 'No video found.' if 200 comes with %s", async (_, body) => {
	expect(await fetchVideo(body)).toEqual({ status: 404, message: messages.videoNotFound });
	expect(messages.videoNotFound).toBe('No video found.');
});

test('returns the video of the response', async () => {
	expect(await fetchVideo('{"normalads":{"id":7,"title":"Shoes"}}')).toEqual({ id: 7, title: 'Shoes' });
});
