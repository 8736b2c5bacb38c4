import { beforeEach, expect, test, vi } from 'vitest';
import { shareFile } from './status-card.ts';

const file = new File(['card'], 'kasuwa-5.jpg', { type: 'image/jpeg' });
const share = vi.fn();
const link = { href: '', download: '', click: vi.fn() };

beforeEach(() => {
	share.mockReset();
	link.click.mockReset();
	vi.stubGlobal('navigator', { canShare: () => true, share });
	vi.stubGlobal('document', { createElement: () => link });
	vi.useFakeTimers();
});

test('hands the file to the share sheet', async () => {
	expect(await shareFile(file)).toBe('shared');
	expect(share.mock.calls).toEqual([[{ files: [file] }]]);
	expect(link.click).not.toHaveBeenCalled();
});

test('downloads nothing if the user cancels', async () => {
	share.mockRejectedValue(new DOMException('No', 'AbortError'));
	expect(await shareFile(file)).toBe('cancelled');
	expect(link.click).not.toHaveBeenCalled();
});

test.each([
	['the share sheet takes no files', { canShare: () => false, share }],
	['there is no share sheet', {}],
	[
		'the tap is too long ago',
		{ canShare: () => true, share: vi.fn().mockRejectedValue(new DOMException('No', 'NotAllowedError')) },
	],
])('downloads the file if %s', async (_, navigator) => {
	vi.stubGlobal('navigator', navigator);
	expect(await shareFile(file)).toBe('downloaded');
	expect(link).toMatchObject({ download: 'kasuwa-5.jpg', href: expect.stringMatching(/^blob:/) });
	expect(link.click).toHaveBeenCalledOnce();
});
