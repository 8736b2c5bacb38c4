import { useEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Watched } from '../player/watched.ts';
import { logIn } from '../testing/browser-state.ts';
import { render } from '../testing/render.tsx';
import { useWatchTracking } from './use-watch-tracking.ts';

const owner = 'mama_risi';
const beacon = vi.fn();
/** Each test has a video of its own, because a video is reported once per page load, and test files share a page. */
let id = 74_000;
/** Video whose effects have run. */
let committed: object;

beforeEach(() => {
	id += 1;
	beacon.mockReset();
	vi.spyOn(navigator, 'sendBeacon').mockImplementation((_, body) => {
		beacon(...JSON.parse(String(body)).insights);
		return true;
	});
});

function Video({ id, watched, isCurrent }: { id: number; watched: Watched; isCurrent: boolean }) {
	useWatchTracking(id, owner, watched, isCurrent);
	useEffect(() => {
		committed = { id, parts: watched.parts, isCurrent };
	});
	return null;
}

interface Shown {
	isView?: boolean;
	isCurrent?: boolean;
	of?: number;
}

/** Renders a video, and returns a function that changes it. */
async function show(parts: number, shown: Shown = {}) {
	const make = (parts: number, { isView = false, isCurrent = true, of = id }: Shown = {}) => (
		<Video id={of} watched={{ parts, isView }} isCurrent={isCurrent} />
	);
	const { rerender } = await render(make(parts, shown));
	return async (parts: number, shown: Shown = {}) => {
		rerender(make(parts, shown));
		const { isCurrent = true, of = id } = shown;
		await expect.poll(() => committed).toEqual({ id: of, parts, isCurrent });
	};
}

/** Sends the buffer, as a page that is left does. */
const leavePage = () => window.dispatchEvent(new Event('pagehide'));

function hidePage() {
	vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
	document.dispatchEvent(new Event('visibilitychange'));
}

test.each([
	['left', leavePage],
	['hidden', hidePage],
])('reports the watched parts when the page is %s, at once and only once', async (_, leave) => {
	const change = await show(0b1);
	await change(0b111);
	leave();
	expect(beacon.mock.calls).toEqual([[{ type: 'watch', id, parts: 0b111 }]]);
	await change(0b1111);
	leave();
	leavePage();
	expect(beacon).toHaveBeenCalledOnce();
});

test('reports the watched parts of a video that another takes the place of', async () => {
	const change = await show(0b11);
	await change(0, { of: id + 1000 });
	leavePage();
	expect(beacon.mock.calls).toEqual([[{ type: 'watch', id, parts: 0b11 }]]);
});

test('reports the watched parts when the video is no longer current', async () => {
	const change = await show(0b11);
	await change(0b11, { isCurrent: false });
	leavePage();
	expect(beacon.mock.calls).toEqual([[{ type: 'watch', id, parts: 0b11 }]]);
});

test('counts a view once enough was watched, before the video is left', async () => {
	const change = await show(0b1);
	await change(0b11, { isView: true });
	leavePage();
	expect(beacon.mock.calls).toEqual([
		[
			{ type: 'view', target: 'ads', id },
			{ type: 'watch', id, parts: 0b11 },
		],
	]);
});

test('reports nothing that was not played, and nothing of the owner', async () => {
	const change = await show(0);
	leavePage();
	logIn({ user_name: owner });
	await change(0b111, { isView: true });
	leavePage();
	expect(beacon).not.toHaveBeenCalled();
});
