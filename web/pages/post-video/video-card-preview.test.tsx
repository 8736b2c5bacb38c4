import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { VideoEdit } from '../../../contract/media/video-edit.ts';
import * as postAdText from '../../../text/web/post-ad.ts';
import { emptyAd } from '../../ads/ad-form.ts';
import { FrameReader } from '../../media/edit/frame-reader.ts';
import { makeSession } from '../../testing/browser-state.ts';
import { makeClip } from '../../testing/make-video.ts';
import { render } from '../../testing/render.tsx';
import { VideoCardPreview } from './video-card-preview.tsx';

const clip = await makeClip([['#f00'], ['#0f0'], ['#00f']], { width: 90, height: 160 });
const session = makeSession();
const preview = page.getByRole('region', { name: postAdText.preview });

function withEdit(edit: VideoEdit) {
	return <VideoCardPreview session={session} fields={emptyAd} video={clip} edit={edit} bytes={clip.size} />;
}

test('shows no cover of an earlier edit', async () => {
	const { rerender } = await render(withEdit({ poster_ms: 500 }));
	const getCover = () => preview.element().querySelector('img');
	await expect.poll(getCover).not.toBeNull();
	const cover = getCover();
	rerender(withEdit({ poster_ms: 500, muted: true }));
	await expect.element(preview).toBeVisible();
	expect(getCover()).toBe(cover);
	vi.spyOn(FrameReader, 'open').mockReturnValue(new Promise(() => {}));
	rerender(withEdit({ poster_ms: 2500 }));
	await expect.poll(getCover).toBeNull();
});
