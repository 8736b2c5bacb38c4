import { Link } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as limits from '../../../contract/core/limits.ts';
import * as messages from '../../../contract/core/messages.ts';
import { categories } from '../../../contract/market-settings/categories.ts';
import * as mediaLimits from '../../../contract/media/limits.ts';
import * as captionsText from '../../../text/shared/captions.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as adFormText from '../../../text/web/ad-form.ts';
import * as controlsText from '../../../text/web/controls.ts';
import * as errorsText from '../../../text/web/errors.ts';
import * as mediaText from '../../../text/web/media.ts';
import * as ownAdsText from '../../../text/web/own-ads.ts';
import * as postAdText from '../../../text/web/post-ad.ts';
import * as postVideoText from '../../../text/web/post-video.ts';
import * as postedText from '../../../text/web/posted.ts';
import * as videoEditorText from '../../../text/web/video-editor.ts';
import { type AdFields, emptyAd } from '../../ads/ad-form.ts';
import { readDraft } from '../../ads/draft.ts';
import { getAdDraftKey } from '../../ads/draft-key.ts';
import { createUploadStorage, type PendingUpload } from '../../media/pending-upload.ts';
import type { shrinkVideo } from '../../media/shrink/shrink-video.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse, throwNetworkError } from '../../testing/fake-api.ts';
import { fakeShrinkWorker } from '../../testing/fake-shrink-worker.ts';
import { readColor } from '../../testing/files.ts';
import { makeClip } from '../../testing/make-video.ts';
import { fakeMediaHost, type ReceivedForm, uploadCapability } from '../../testing/media-host.ts';
import { renderRoute } from '../../testing/render.tsx';
import { makeVideoAd } from '../../testing/videos.ts';
import * as postVideoPage from './page.tsx';

const picker = page.getByLabelText(mediaText.chooseVideo);
const category = page.getByLabelText(commonText.category);
const description = page.getByLabelText(commonText.description);
const uploadButton = page.getByRole('button', { name: /^Upload(ing.*)?$/ });
const cancel = page.getByRole('button', { name: commonText.cancel });
const discard = page.getByRole('button', { name: commonText.discard });
const saveAgain = page.getByRole('button', { name: mediaText.saveAgain });
const removeVideo = page.getByRole('button', { name: mediaText.removeVideo });
const containing = (text: string) => page.getByText(text, { exact: false });
const emptyArea = containing('Drag and drop your video here');
const title = page.getByLabelText(new RegExp(`^${commonText.title}`));
const price = page.getByLabelText(adFormText.priceInNaira, { exact: false });
const details = containing('Title, price and details');
const notice = (text: string) => page.getByText(text);

const eventually = <Value,>(read: () => Value) => expect.poll(read, { timeout: 15_000 });

const film = new File(['A film of shoes that dance'], 'film.mp4', { type: 'video/mp4' });
const words: AdFields = { ...emptyAd, category: "Men's Shoes", description: 'A dance for our new shoes.' };
const uploaded = { secure_url: 'https://media.example/film.mp4', public_id: 'videos/1' };
const saved = { status: 200, id: 5, state: 'ready' } as const;
const lockName = 'upload-video-7';

interface OpenOptions {
	handlers?: Handlers;
	/** Fakes shrinking a chosen video. By default the video is sent unchanged. */
	shrink?: typeof shrinkVideo;
}

async function open({ handlers = {}, shrink = async () => null }: OpenOptions = {}) {
	fakeShrinkWorker(shrink);
	const session = logIn();
	const forms = fakeMediaHost();
	const api = fakeApi({
		createUpload: () => uploadCapability,
		createVideoAd: () => saved,
		getVideoAd: () => ({ normalads: makeVideoAd(5, { state: 'processing' }) }),
		...handlers,
	});
	const Page = postVideoPage.default;
	const routeWithLink = {
		...postVideoPage,
		default: () => (
			<>
				<Page />
				{/* The link is at the bottom, where notices don't cover it. */}
				<Link to="/dashboard/myvideos">{ownAdsText.myVideos}</Link>
			</>
		),
	};
	const rendered = await renderRoute('/dashboard/postvideo', routeWithLink, { api });
	await expect.element(page.getByRole('heading', { level: 1, name: postVideoText.heading })).toBeVisible();
	return { api, forms, session, ...rendered };
}

/** Sets the input's file as a browser does, without copying its bytes through the test runner. */
async function choose(file: File) {
	await expect.element(picker).toBeEnabled();
	const input = picker.element() as HTMLInputElement;
	input.files = toDataTransfer(file).files;
	input.dispatchEvent(new Event('change', { bubbles: true }));
}

function toDataTransfer(file: File): DataTransfer {
	const data = new DataTransfer();
	data.items.add(file);
	return data;
}

async function fill(text = words.description) {
	await category.selectOptions(words.category);
	await description.fill(text);
}

async function upload(file = film) {
	await choose(file);
	await fill();
	await uploadButton.click();
}

async function nthForm(forms: ReceivedForm[], nth = 1): Promise<ReceivedForm> {
	await eventually(() => forms.length).toBeGreaterThanOrEqual(nth);
	return forms[nth - 1] as ReceivedForm;
}

/** Stores an upload that a closed tab of this account has started. */
function seedUpload(differences: Partial<PendingUpload<AdFields>> = {}) {
	const pending = {
		file: film,
		words,
		edit: {},
		trimmed: {},
		address: null,
		uploaded: null,
		key: 'a-key',
		refused: null,
	};
	return createUploadStorage<AdFields>(lockName).write({ ...pending, ...differences });
}

test('lists the accepted formats, and asks for a category and a description', async () => {
	await open();
	for (const text of [
		postVideoText.formats,
		postVideoText.sizeLimit(mediaLimits.videoBytes / limits.megabyte),
		postVideoText.promotionalOnly,
	]) {
		await expect.element(page.getByText(text)).toBeVisible();
	}
	await expect.element(picker).toHaveAttribute('accept', 'video/*');
	const options = category.getByRole('option').elements();
	expect(options.map(({ textContent }) => textContent)).toEqual([adFormText.categoryPlaceholder, ...categories]);
	await expect.element(description).toHaveAttribute('placeholder', adFormText.descriptionPlaceholder);
	expect(await findViolations()).toEqual([]);
});

test.for([
	['a video above 50 MB that cannot be shrunk', 'video/mp4', mediaLimits.videoBytes + 1, messages.videoTooLarge],
	['a text', 'text/plain', 10, messages.videoNotVideo],
] as const)('rejects %s at selection', async ([, type, bytes, rejection]) => {
	await open();
	await choose(new File([new Uint8Array(bytes)], 'chosen', { type }));
	await expect.element(notice(rejection)).toBeVisible();
	await expect.element(emptyArea).toBeVisible();
	await expect.element(picker).toBeEnabled();
});

test('disables Upload until a video, a category and a description are given', async () => {
	const { api } = await open();
	await expect.element(uploadButton).toBeDisabled();
	await choose(film);
	await expect.element(notice(messages.videoSelected)).toBeVisible();
	await expect.element(page.getByText('film.mp4')).toBeVisible();
	await expect.element(page.getByText('0.00 MB')).toBeVisible();
	await expect.element(uploadButton).toBeDisabled();
	await fill();
	await expect.element(uploadButton).toBeEnabled();
	await category.selectOptions('');
	await expect.element(uploadButton).toBeDisabled();
	await fill('   ');
	await expect.element(uploadButton).toBeEnabled();
	await uploadButton.click();
	await expect.element(notice(messages.uploadFieldsMissing)).toBeVisible();
	await expect.element(description).toHaveFocus();

	await fill();
	await removeVideo.click();
	await expect.element(emptyArea).toBeVisible();
	await expect.element(uploadButton).toBeDisabled();
	// A removed file can be chosen again.
	await choose(film);
	await expect.element(page.getByText('film.mp4')).toBeVisible();
	await expect.element(uploadButton).toBeEnabled();
	expect(api.calls('createUpload')).toEqual([]);
});

test('opens the details and focuses an invalid price', async () => {
	await open();
	await choose(film);
	await fill();
	await details.click();
	await price.fill('a lot');
	await details.click();
	await expect.element(price).not.toBeVisible();
	await uploadButton.click();
	await expect.element(price).toBeVisible();
	await expect.element(price).toHaveFocus();
});

test('focuses only the first of several invalid fields', async () => {
	await open();
	await choose(film);
	await fill('a'.repeat(limits.description.max + 1));
	await details.click();
	await title.fill('a'.repeat(limits.title.max + 1));
	await details.click();
	const focused: EventTarget[] = [];
	uploadButton.element().addEventListener('click', () => {
		document.addEventListener('focusin', ({ target }) => target && focused.push(target));
	});
	await uploadButton.click();
	await expect.element(title).toBeVisible();
	await expect.element(title).toHaveAttribute('aria-invalid', 'true');
	await expect.element(description).toHaveFocus();
	for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame);
	expect(focused).toEqual([description.element()]);
});

test('accepts a dropped video, and highlights the drop area', async () => {
	await open();
	const area = (picker.element() as HTMLInputElement).closest('label') as HTMLLabelElement;
	const background = () => getComputedStyle(area).backgroundColor;
	const drag = (type: string) =>
		area.dispatchEvent(new DragEvent(type, { dataTransfer: toDataTransfer(film), bubbles: true, cancelable: true }));
	const plain = background();
	drag('dragenter');
	drag('dragover');
	await eventually(background).not.toBe(plain);
	drag('dragleave');
	await eventually(background).toBe(plain);
	drag('dragover');
	drag('drop');
	await expect.element(notice(messages.videoSelected)).toBeVisible();
	await expect.element(page.getByText('film.mp4')).toBeVisible();
});

test('uploads once on a double click, shows the percent, and clears the form', async () => {
	const { api, forms, session } = await open();
	await choose(film);
	await fill();
	await uploadButton.dblClick();
	const form = await nthForm(forms);
	await expect.element(uploadButton).toHaveTextContent('Uploading... 0%');
	await expect.element(uploadButton).toBeDisabled();
	form.progress(0.42);
	await expect.element(uploadButton).toHaveTextContent('Uploading... 42%');
	await expect
		.element(page.getByRole('progressbar', { name: mediaText.upload }))
		.toHaveAttribute('aria-valuenow', '42');
	await expect.element(page.getByText('42%', { exact: true })).toBeVisible();
	form.progress(1);
	await expect.element(uploadButton).toHaveTextContent('Uploading... 100%');
	form.respond(200, uploaded);
	await expect.element(notice(messages.uploadSucceeded)).toBeVisible();
	await expect.element(page.getByRole('heading', { name: postedText.videoPosted })).toBeVisible();

	expect([forms.length, api.calls('createVideoAd').length]).toEqual([1, 1]);
	expect([...form.body.keys()]).toEqual(['upload_preset', 'cloud_name', 'folder', 'file']);
	const [call] = api.calls('createVideoAd');
	expect(call?.body).toMatchObject({
		titlevideourl: uploaded.secure_url,
		user_id: session.id,
		user_name: session.user_name,
		categories: words.category,
		description: words.description,
	});
	expect(call?.headers.accept).toBe('application/vnd.api+json');
	await expect.element(emptyArea).toBeVisible();
	await expect.element(description).toHaveValue('');
	await expect.element(category).toHaveValue('');
	await expect.element(uploadButton).toHaveAccessibleName(mediaText.upload);
	await expect.element(uploadButton).toBeDisabled();
	await expect.element(page.getByText(postedText.processingHint)).toBeVisible();
	await expect
		.element(page.getByRole('link', { name: postedText.viewAd }))
		.toHaveAttribute('href', expect.stringContaining('/5/'));
});

test('keeps the video for a retry if the media host does not respond', async () => {
	const { forms } = await open();
	await upload();
	(await nthForm(forms)).fail();
	await expect.element(notice(messages.mediaHostFailed)).toBeVisible();
	await expect.element(page.getByText(errorsText.connectionLost)).toBeVisible();
	await expect.element(uploadButton).toBeEnabled();
	await expect.element(uploadButton).toHaveAccessibleName(mediaText.upload);
	await expect.element(page.getByText('film.mp4')).toBeVisible();
	await uploadButton.click();
	(await nthForm(forms, 2)).respond(200, uploaded);
	await expect.element(notice(messages.uploadSucceeded)).toBeVisible();
});

test('keeps a video that the media host rejects, with the reason, until it is discarded', async () => {
	const { forms } = await open();
	await upload();
	await expect.element(page.getByText(mediaText.noPreview)).toBeVisible();
	(await nthForm(forms)).respond(415, { error: { message: messages.videoNotVideo } });
	await expect.element(notice(messages.mediaHostFailed)).toBeVisible();
	await expect.element(page.getByText(messages.videoNotVideo)).toBeVisible();
	await expect.element(uploadButton).toBeEnabled();
	await discard.click();
	await expect.element(emptyArea).toBeVisible();
	await expect.element(page.getByText(messages.videoNotVideo)).not.toBeInTheDocument();
	await expect.element(description).toHaveValue(words.description);
});

test('cancels an upload', async () => {
	const { api, forms } = await open();
	await upload();
	const form = await nthForm(forms);
	await cancel.click();
	await expect.element(uploadButton).toBeEnabled();
	await expect.element(uploadButton).toHaveAccessibleName(mediaText.upload);
	await expect.element(page.getByText('film.mp4')).toBeVisible();
	await eventually(form.isAborted).toBe(true);
	expect(api.calls('createVideoAd')).toEqual([]);
});

async function expectLocked() {
	await expect.element(uploadButton).toBeDisabled();
	await expect.element(uploadButton).toHaveTextContent('Uploading... 100%');
	await expect.element(description).toBeDisabled();
	await expect.element(category).toBeDisabled();
	await expect.element(removeVideo).toBeDisabled();
}

test.for([
	[
		'is rejected',
		() => makeProblemResponse(500, { code: 'internal', message: 'Broken' }),
		messages.metadataRejected,
		'Broken',
	],
	['gets no response', throwNetworkError, messages.metadataUnreachable, postVideoText.notSaved],
] as const)(
	'locks the form if the metadata %s, and sends only the metadata on Save again',
	async ([, handler, failure, reason]) => {
		const { api, forms } = await open({ handlers: { createVideoAd: handler } });
		await upload();
		(await nthForm(forms)).respond(200, uploaded);
		await expect.element(notice(failure)).toBeVisible();
		await expect.element(page.getByText(reason)).toBeVisible();
		await expect.element(saveAgain).toHaveFocus();
		await expectLocked();
		expect(await findViolations()).toEqual([]);
		api.handle({ createVideoAd: () => saved });
		await saveAgain.click();
		await expect.element(notice(messages.uploadSucceeded)).toBeVisible();
		await expect.element(emptyArea).toBeVisible();
		expect(forms.length).toBe(1);
		const [first, second] = api.calls('createVideoAd').map(({ headers }) => headers['idempotency-key']);
		expect(first).toBeTruthy();
		expect(second).toBe(first);
	},
);

test('retries a rate-limited save from the next page, unless it is discarded', async () => {
	const message = 'Please come back tomorrow.';
	await seedUpload({ uploaded });
	const { api, forms } = await open({
		handlers: { createVideoAd: () => makeProblemResponse(429, { code: 'too_many', message }) },
	});
	await expect.element(page.getByText(message)).toBeVisible();
	await expectLocked();
	expect([forms.length, api.calls('createVideoAd').length]).toEqual([0, 1]);
	await discard.click();
	await expect.element(emptyArea).toBeVisible();
	await expect.element(uploadButton).toHaveAccessibleName(mediaText.upload);
	expect(await createUploadStorage(lockName).has()).toBe(false);
});

test('resumes an interrupted upload with all its fields', async () => {
	await seedUpload({ words: { ...words, price: '12,500' } });
	const { api, forms } = await open();
	const form = await nthForm(forms);
	await expect.element(page.getByText('film.mp4')).toBeVisible();
	await expect.element(category).toHaveValue(words.category);
	await expect.element(description).toHaveValue(words.description);
	await expect.element(price).toHaveValue('12,500');
	await expect.element(price).toBeVisible();
	await expect.element(uploadButton).toHaveTextContent('Uploading... 0%');
	form.respond(200, uploaded);
	await expect.element(notice(messages.uploadSucceeded)).toBeVisible();
	expect(api.calls('createVideoAd').map(({ headers }) => headers['idempotency-key'])).toEqual(['a-key']);
	await expect.element(emptyArea).toBeVisible();
	await eventually(() => createUploadStorage(lockName).has()).toBe(false);
});

test('shows why a background upload was rejected, and resends it only on request', async () => {
	await seedUpload({ refused: 'This file is not taken.' });
	const { forms } = await open();
	await expect.element(page.getByText('This file is not taken.')).toBeVisible();
	await expect.element(page.getByText('film.mp4')).toBeVisible();
	await expect.element(description).toHaveValue(words.description);
	await expect.element(uploadButton).toBeEnabled();
	expect(forms).toEqual([]);
	await uploadButton.click();
	const form = await nthForm(forms);
	expect(await (form.body.get('file') as File).text()).toBe(await film.text());
	form.respond(200, uploaded);
	await expect.element(notice(messages.uploadSucceeded)).toBeVisible();
});

test('sends a resumed video again after it was cancelled', async () => {
	await seedUpload();
	const { forms } = await open();
	await nthForm(forms);
	await cancel.click();
	await uploadButton.click();
	const second = await nthForm(forms, 2);
	expect(await (second.body.get('file') as File).text()).toBe(await film.text());
});

test('waits for a lost network, and resumes the upload once it is back', async () => {
	const { api, forms } = await open({ handlers: { createUpload: throwNetworkError } });
	await upload();
	await expect.element(page.getByText(postVideoText.waiting)).toBeVisible();
	await expect.element(containing(postVideoText.waitingForNetwork)).toBeVisible();
	await expect.element(containing(postVideoText.closeHint)).toBeVisible();
	await expect.element(page.getByRole('button', { name: postVideoText.carryOn })).toBeVisible();
	await expect.element(discard).toBeVisible();
	await expect.element(cancel).not.toBeInTheDocument();
	api.handle({ createUpload: () => uploadCapability });
	window.dispatchEvent(new Event('online'));
	await expect.element(page.getByText(postVideoText.waiting)).not.toBeInTheDocument();
	(await nthForm(forms)).respond(200, uploaded);
	await expect.element(notice(messages.uploadSucceeded)).toBeVisible();
});

test('waits for a busy server with its reason, and can discard the upload', async () => {
	const busy = () => makeProblemResponse(503, { code: 'unavailable', message: 'Busy' });
	const { forms } = await open({ handlers: { createUpload: busy } });
	await upload();
	await expect.element(containing(postVideoText.waitingBecause(mediaText.hostBusy))).toBeVisible();
	await expect.element(page.getByRole('button', { name: commonText.tryAgain })).toBeVisible();
	await discard.click();
	await expect.element(emptyArea).toBeVisible();
	await expect.element(page.getByText(postVideoText.waiting)).not.toBeInTheDocument();
	await expect.element(description).toHaveValue(words.description);
	expect([forms, await createUploadStorage(lockName).has()]).toEqual([[], false]);
});

test('promises no resumption in a browser without storage', async () => {
	vi.spyOn(navigator.storage, 'getDirectory').mockRejectedValue(new Error('Private'));
	vi.spyOn(indexedDB, 'open').mockImplementation(() => {
		throw new Error('Private');
	});
	const { forms, address } = await open({ handlers: { createUpload: throwNetworkError } });
	await upload();
	await expect.element(containing(postVideoText.keepOpenHint)).toBeVisible();
	await page.getByRole('link', { name: ownAdsText.myVideos }).click();
	await expect.element(page.getByText(postVideoText.leaveUploading)).toBeVisible();
	await page.getByRole('button', { name: controlsText.stay }).click();
	expect([address(), forms]).toEqual(['/dashboard/postvideo', []]);
});

test('tells a leaving user that the upload continues', async () => {
	const { forms, address } = await open();
	await upload();
	const form = await nthForm(forms);
	await page.getByRole('link', { name: ownAdsText.myVideos }).click();
	await expect.element(page.getByText(postVideoText.leaveUploadingStored)).toBeVisible();
	await page.getByRole('button', { name: controlsText.leave }).click();
	await eventually(address).toBe('/dashboard/myvideos');
	await eventually(form.isAborted).toBe(true);
	expect(await createUploadStorage(lockName).has()).toBe(true);
});

test('warns a leaving user about an unsaved video', async () => {
	const { forms } = await open({ handlers: { createVideoAd: throwNetworkError } });
	await upload();
	(await nthForm(forms)).respond(200, uploaded);
	await expect.element(saveAgain).toBeVisible();
	await page.getByRole('link', { name: ownAdsText.myVideos }).click();
	await expect.element(page.getByText(postVideoText.leaveNotSavedStored)).toBeVisible();
});

/** Holds the upload lock like another tab, until the returned function is called. */
async function holdLock(): Promise<() => void> {
	const [acquired, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	onTestFinished(() => released.resolve());
	void navigator.locks.request(lockName, async () => {
		acquired.resolve();
		await released.promise;
	});
	await acquired.promise;
	return released.resolve;
}

test('locks the form while another tab uploads', async () => {
	const release = await holdLock();
	await open();
	await expect.element(page.getByText(postVideoText.otherTabSends)).toBeVisible();
	await expect.element(description).toBeDisabled();
	await expect.element(picker).toBeDisabled();
	await expect.element(uploadButton).toBeDisabled();
	release();
	await expect.element(page.getByText(postVideoText.otherTabSends)).not.toBeInTheDocument();
	await expect.element(description).toBeEnabled();
	await expect.element(picker).toBeEnabled();
});

test("sends another tab's stored upload first, and keeps the file chosen here", async () => {
	const { api, forms } = await open();
	await choose(film);
	await fill('Said in the second tab.');
	const storedFile = new File(['A film of a lamp'], 'lamp.mp4', { type: 'video/mp4' });
	await seedUpload({ file: storedFile });
	await uploadButton.click();
	const first = await nthForm(forms);
	expect((first.body.get('file') as File).name).toBe('lamp.mp4');
	await expect.element(page.getByText(postVideoText.otherTabFirst)).toBeVisible();
	await expect.element(page.getByText('film.mp4')).toBeVisible();
	await expect.element(description).toHaveValue('Said in the second tab.');
	await expect.element(description).toBeDisabled();
	await page.getByRole('link', { name: ownAdsText.myVideos }).click();
	await expect.element(page.getByText(postVideoText.leaveNotStarted)).toBeVisible();
	await page.getByRole('button', { name: controlsText.stay }).click();
	first.respond(200, uploaded);
	const second = await nthForm(forms, 2);
	expect((second.body.get('file') as File).name).toBe('film.mp4');
	second.respond(200, uploaded);
	await expect.element(page.getByRole('heading', { name: postedText.videoPosted })).toBeVisible();
	expect(api.calls('createVideoAd').map(({ body }) => body.description)).toEqual([
		words.description,
		'Said in the second tab.',
	]);
});

/** Fakes the shrinking of a video, so that the test controls its progress and result. */
function manualShrinking() {
	const result = Promise.withResolvers<File | null>();
	let callbacks: Parameters<typeof shrinkVideo>[1] | null = null;
	return {
		shrink(_: File, options: Parameters<typeof shrinkVideo>[1]) {
			callbacks = options;
			options.signal.addEventListener('abort', () => result.reject(options.signal.reason));
			return result.promise;
		},
		start: () => callbacks?.onStart(),
		progress: (share: number) => callbacks?.onProgress(share),
		end: result.resolve,
	};
}

const large = new File([new Uint8Array(3 * limits.megabyte)], 'clip.mov', { type: 'video/quicktime' });
const small = new File([new Uint8Array(limits.megabyte / 2)], 'clip.mp4', { type: 'video/mp4' });
const sendAsIs = page.getByRole('button', { name: mediaText.sendAsIs });

test('shrinks a video while its seller types, and can send the original instead', async () => {
	const shrinking = manualShrinking();
	const { forms } = await open({ shrink: shrinking.shrink });
	await choose(large);
	shrinking.start();
	shrinking.progress(0.305);
	await expect.element(page.getByText(mediaText.shrinkingVideo(30))).toBeVisible();
	await expect.element(page.getByRole('progressbar', { name: mediaText.shrinkProgress })).toBeVisible();
	await expect.element(sendAsIs).toBeVisible();
	shrinking.end(small);
	await expect.element(page.getByText('Smaller now: 3.0 MB → 0.5 MB')).toBeVisible();
	await sendAsIs.click();
	await expect.element(page.getByText(mediaText.sentAsIs)).toBeVisible();
	await page.getByRole('button', { name: mediaText.sendSmaller }).click();
	await fill();
	await uploadButton.click();
	expect(((await nthForm(forms)).body.get('file') as File).size).toBe(small.size);
});

test('sends the video once it is shrunk if Upload was pressed before', async () => {
	const shrinking = manualShrinking();
	const { forms } = await open({ shrink: shrinking.shrink });
	await choose(new File([new Uint8Array(mediaLimits.videoBytes + 1)], 'huge.mp4', { type: 'video/mp4' }));
	shrinking.start();
	await expect.element(page.getByRole('progressbar', { name: mediaText.shrinkProgress })).toBeVisible();
	// The original video is too large to be sent unchanged.
	await expect.element(sendAsIs).not.toBeInTheDocument();
	await fill();
	await uploadButton.click();
	await expect.element(uploadButton).toHaveTextContent('Uploading... 0%');
	expect(forms).toEqual([]);
	shrinking.end(small);
	expect(((await nthForm(forms)).body.get('file') as File).size).toBe(small.size);
});

test('stops shrinking if the seller sends the original', async () => {
	const shrinking = manualShrinking();
	const { forms } = await open({ shrink: shrinking.shrink });
	await choose(large);
	shrinking.start();
	await sendAsIs.click();
	await expect.element(page.getByRole('progressbar', { name: mediaText.shrinkProgress })).not.toBeInTheDocument();
	await fill();
	await uploadButton.click();
	expect(((await nthForm(forms)).body.get('file') as File).size).toBe(large.size);
	await cancel.click();
	await expect.element(uploadButton).toBeEnabled();
});

test('shows the size of the original if shrinking fails', async () => {
	const shrinking = manualShrinking();
	await open({ shrink: shrinking.shrink });
	await choose(large);
	shrinking.start();
	shrinking.end(null);
	await expect.element(page.getByText(mediaText.shrinkFailed('3.0 MB'))).toBeVisible();
});

test('removes a video above 50 MB that could not be shrunk enough', async () => {
	const shrinking = manualShrinking();
	await open({ shrink: shrinking.shrink });
	await choose(new File([new Uint8Array(mediaLimits.videoBytes + 1)], 'huge.mp4', { type: 'video/mp4' }));
	shrinking.start();
	await expect.element(page.getByText('huge.mp4')).toBeVisible();
	shrinking.end(null);
	await expect.element(notice(messages.videoTooLarge)).toBeVisible();
	await expect.element(emptyArea).toBeVisible();
});

test('keeps captions in the draft and sends them with the video', async () => {
	const captions = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nWelcome!\n';
	const { api, forms } = await open();
	await details.click();
	await userEvent.upload(
		page.getByLabelText(captionsText.label, { exact: false }),
		new File(['1\n00:00:01,000 --> 00:00:04,000\n<b>Welcome!</b>'], 'captions.srt'),
	);
	await expect.element(page.getByText(captionsText.summary(1, '0:01', '0:04'))).toBeVisible();
	expect(readDraft(getAdDraftKey('video', 7)).captions).toBe(captions);
	await upload();
	(await nthForm(forms)).respond(200, uploaded);
	await eventually(() => api.calls('createVideoAd').map(({ body }) => body.captions)).toEqual([captions]);
	await expect.element(page.getByText(captionsText.summary(1, '0:01', '0:04'))).not.toBeInTheDocument();
});

const editVideo = page.getByRole('button', { name: videoEditorText.editVideo });
const removeSound = page.getByRole('switch', { name: videoEditorText.removeSound });
const done = page.getByRole('button', { name: videoEditorText.done });

/** Permission to send a video to a host whose files the server can edit. A video of one chunk is sent as a form. */
const ownHost: Handlers = {
	createUpload: () => ({ ...uploadCapability, resumable_url: 'https://kasuwa.example/uploads' }),
};
const chunk = new File([new Uint8Array(0.9 * limits.megabyte)], 'clip.mov', { type: 'video/quicktime' });

/** Removes the sound of the chosen video, which this browser cannot show. */
async function mute() {
	await editVideo.click();
	await removeSound.click();
	await done.click();
	await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
}

async function sentBody({ api, forms }: Pick<Awaited<ReturnType<typeof open>>, 'api' | 'forms'>) {
	const form = await nthForm(forms);
	form.respond(200, uploaded);
	await eventually(() => api.calls('createVideoAd').length).toBe(1);
	return { file: form.body.get('file') as File, body: api.calls('createVideoAd')[0]?.body };
}

test('sends the original and the whole edit if the browser cannot encode', async () => {
	const opened = await open({ handlers: ownHost });
	await expect.element(editVideo).not.toBeInTheDocument();
	await choose(film);
	await mute();
	await expect.element(page.getByText(videoEditorText.editedAfterUpload('0.0 MB'))).toBeVisible();
	await expect.element(editVideo).toHaveFocus();
	await fill();
	await uploadButton.click();
	const { file, body } = await sentBody(opened);
	await expect.element(editVideo).not.toBeInTheDocument();
	expect([file.size, body?.edit]).toEqual([film.size, { muted: true }]);
});

test('sends the edited file with only the poster, and the captions of the kept part', async () => {
	const clip = await makeClip([['#f00'], ['#0f0'], ['#00f']], { width: 90, height: 160 });
	const shrink = vi.fn<typeof shrinkVideo>(async () => small);
	const opened = await open({ shrink });
	await choose(clip);
	await fill();
	await details.click();
	await userEvent.upload(
		page.getByLabelText(captionsText.label, { exact: false }),
		new File(['WEBVTT\n\n00:00.500 --> 00:02.000\nWelcome!'], 'captions.vtt'),
	);
	await editVideo.click();
	const start = page.getByRole('slider', { name: videoEditorText.trimStart });
	await expect.element(start).toBeVisible();
	(start.element() as HTMLElement).focus();
	await userEvent.keyboard('{PageUp}');
	await page.getByRole('slider', { name: videoEditorText.cover }).fill('2500');
	await done.click();
	await expect.element(page.getByText('Your changes are ready: 0.0 MB → 0.5 MB')).toBeVisible();
	await expect.element(sendAsIs).not.toBeInTheDocument();
	expect(shrink.mock.lastCall?.[1].edit).toEqual({ start_ms: 1000, poster_ms: 2500 });
	await uploadButton.click();
	const { file, body } = await sentBody(opened);
	expect([file.size, body?.edit]).toEqual([small.size, { poster_ms: 1500 }]);
	expect(body?.captions).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nWelcome!\n');
	await expect.element(page.getByRole('heading', { name: postedText.videoPosted })).toBeVisible();
	expect(readDraft(getAdDraftKey('video', 7)).description).toBe('');
});

test('shows progress while it edits, and can leave the edit to the server', async () => {
	const editing = manualShrinking();
	const opened = await open({ handlers: ownHost, shrink: editing.shrink });
	await choose(chunk);
	await mute();
	editing.progress(0.4);
	await expect.element(page.getByText(videoEditorText.editing(40))).toBeVisible();
	await page.getByRole('button', { name: videoEditorText.editAfterUpload }).click();
	await expect.element(page.getByText(videoEditorText.editedAfterUpload('0.9 MB'))).toBeVisible();
	await fill();
	await uploadButton.click();
	const { file, body } = await sentBody(opened);
	expect([file.size, body?.edit]).toEqual([chunk.size, { muted: true }]);
});

test('edits again from the original, and starts anew with another video', async () => {
	const signals: AbortSignal[] = [];
	const opened = await open({
		shrink: (_, { signal }) => {
			signals.push(signal);
			return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
		},
	});
	await choose(large);
	await mute();
	await editVideo.click();
	await expect.element(removeSound).toBeChecked();
	await page.getByRole('button', { name: commonText.cancel }).click();
	await eventually(() => signals.map(({ aborted }) => aborted)).toEqual([true, false]);
	await editVideo.click();
	await page.getByRole('button', { name: videoEditorText.undoAll }).click();
	await done.click();
	await eventually(() => signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
	await mute();
	await removeVideo.click();
	await eventually(() => signals.every(({ aborted }) => aborted)).toBe(true);
	fakeShrinkWorker(async () => null);
	await upload();
	expect((await sentBody(opened)).body?.edit).toBeUndefined();
});

test('sends nothing if editing fails after a tap on Upload, until the seller has chosen', async () => {
	const tries = [manualShrinking(), manualShrinking()];
	let nextTry = 0;
	const opened = await open({
		handlers: ownHost,
		shrink: async (file, options) => (options.edit.muted ? (tries[nextTry++]?.shrink(file, options) ?? null) : null),
	});
	await choose(chunk);
	await mute();
	await fill();
	await uploadButton.click();
	await expect.element(uploadButton).toHaveTextContent('Uploading... 0%');
	tries[0]?.end(null);
	await expect.element(page.getByText(videoEditorText.editUndecided)).toBeVisible();
	await expect.element(page.getByText(videoEditorText.editFailed)).toBeVisible();
	expect(await createUploadStorage(lockName).has()).toBe(false);
	await uploadButton.click();
	await expect.element(page.getByText(videoEditorText.editUndecided)).toBeVisible();
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await uploadButton.click();
	tries[1]?.end(null);
	await expect.element(page.getByText(videoEditorText.editFailed)).toBeVisible();
	await page.getByRole('button', { name: videoEditorText.editAfterUpload }).click();
	expect(opened.forms).toEqual([]);
	await uploadButton.click();
	const { file, body } = await sentBody(opened);
	expect([file.size, body?.edit]).toEqual([chunk.size, { muted: true }]);
});

test('makes the changes here after they were left to the server', async () => {
	const editing = manualShrinking();
	let tries = 0;
	const opened = await open({
		shrink: async (file, options) => {
			if (!options.edit.muted) return small;
			tries += 1;
			return tries === 1 ? editing.shrink(file, options) : small;
		},
	});
	await choose(large);
	await expect.element(page.getByText('Smaller now: 3.0 MB → 0.5 MB')).toBeVisible();
	await mute();
	await page.getByRole('button', { name: videoEditorText.editAfterUpload }).click();
	await page.getByRole('button', { name: videoEditorText.editHere }).click();
	await expect.element(page.getByText('Your changes are ready: 3.0 MB → 0.5 MB')).toBeVisible();
	await fill();
	await uploadButton.click();
	const { file, body } = await sentBody(opened);
	expect([file.size, body?.edit]).toEqual([small.size, undefined]);
});

test('keeps a video above 50 MB and its previous result if it cannot be edited here', async () => {
	const opened = await open({ shrink: async (_, { edit }) => (edit.muted ? null : small) });
	await choose(new File([new Uint8Array(mediaLimits.videoBytes + 1)], 'huge.mp4', { type: 'video/mp4' }));
	await expect.element(containing('Smaller now')).toBeVisible();
	await mute();
	await expect.element(notice(videoEditorText.editImpossible)).toBeVisible();
	await expect.element(containing('Smaller now')).toBeVisible();
	await editVideo.click();
	await expect.element(removeSound).not.toBeChecked();
	await page.getByRole('button', { name: commonText.cancel }).click();
	await fill();
	await uploadButton.click();
	const { file, body } = await sentBody(opened);
	expect([file.size, body?.edit]).toEqual([small.size, undefined]);
});

test('shrinks a video above 50 MB again if it cannot be edited here before it is shrunk', async () => {
	const tries: Parameters<typeof shrinkVideo>[1][] = [];
	await open({
		shrink: (_, options) => {
			tries.push(options);
			if (tries.length === 2) return Promise.resolve(null);
			options.onStart();
			return tries.length === 3 ? Promise.resolve(small) : new Promise(() => {});
		},
	});
	await choose(new File([new Uint8Array(mediaLimits.videoBytes + 1)], 'huge.mp4', { type: 'video/mp4' }));
	await mute();
	await expect.element(containing('Smaller now')).toBeVisible();
	expect(tries.map(({ edit }) => edit)).toEqual([{}, { muted: true }, {}]);
});

test('closes the editor while another tab uploads', async () => {
	await open();
	await choose(film);
	await editVideo.click();
	await expect.element(page.getByRole('dialog')).toBeVisible();
	const release = await holdLock();
	document.dispatchEvent(new Event('visibilitychange'));
	await expect.element(page.getByText(postVideoText.otherTabSends)).toBeVisible();
	await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
	release();
	await expect.element(editVideo).toBeVisible();
	await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('closes the editor with its video if this cannot be shrunk', async () => {
	const shrinking = manualShrinking();
	await open({ shrink: shrinking.shrink });
	await choose(new File([new Uint8Array(mediaLimits.videoBytes + 1)], 'huge.mp4', { type: 'video/mp4' }));
	shrinking.start();
	await editVideo.click();
	await expect.element(page.getByRole('dialog')).toBeVisible();
	shrinking.end(null);
	await expect.element(notice(messages.videoTooLarge)).toBeVisible();
	await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
	fakeShrinkWorker(async () => null);
	await choose(film);
	await expect.element(editVideo).toBeVisible();
	await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('resumes an upload with its edit', async () => {
	await seedUpload({ edit: { muted: true, poster_ms: 500 } });
	const { body } = await sentBody(await open({ handlers: ownHost }));
	expect(body?.edit).toEqual({ muted: true, poster_ms: 500 });
});

test('makes the changes of a failed upload here', async () => {
	await seedUpload({ edit: { muted: true }, refused: videoEditorText.editNotAfterUpload });
	const opened = await open({ shrink: async (_, { edit }) => (edit.muted ? small : null) });
	await expect.element(page.getByText(videoEditorText.editNotAfterUpload)).toBeVisible();
	await page.getByRole('button', { name: videoEditorText.editHere }).click();
	await expect.element(containing('Your changes are ready')).toBeVisible();
	await uploadButton.click();
	const { file, body } = await sentBody(opened);
	expect([file.size, body?.edit]).toEqual([small.size, undefined]);
});

test('sends nothing to an external media host if the server would have to edit the video', async () => {
	const { api, forms } = await open();
	await choose(film);
	await mute();
	await fill();
	await uploadButton.click();
	await expect.element(page.getByText(videoEditorText.editNotAfterUpload)).toBeVisible();
	await editVideo.click();
	await expect.element(removeSound).toBeChecked();
	await removeSound.click();
	expect(forms).toEqual([]);
	await done.click();
	await uploadButton.click();
	const { body } = await sentBody({ api, forms });
	expect(body?.edit).toBeUndefined();
});

test('sends a video with a chosen cover to an external media host', async () => {
	await seedUpload({ edit: { poster_ms: 500 } });
	const { body } = await sentBody(await open());
	expect(body?.edit).toEqual({ poster_ms: 500 });
});

test('does not resume a failed upload whose video was edited afterwards', async () => {
	const { forms } = await open();
	await upload();
	(await nthForm(forms)).fail();
	await expect.element(page.getByText(errorsText.connectionLost)).toBeVisible();
	const readReason = async () => (await createUploadStorage(lockName).read())?.refused;
	await editVideo.click();
	await done.click();
	await expect.element(editVideo).toHaveFocus();
	expect(await readReason()).toBeNull();
	await mute();
	await eventually(readReason).toBe(postVideoText.changedUnsent);
});

test('keeps the captions of the whole video while a trimmed one is resumed, and sends those of its part again', async () => {
	const captions = 'WEBVTT\n\n00:00:02.000 --> 00:00:04.000\nWelcome!\n';
	await seedUpload({ words: { ...words, captions }, trimmed: { start_ms: 1000 }, refused: 'This file is not taken.' });
	const opened = await open();
	await expect.element(page.getByText(captionsText.summary(1, '0:02', '0:04'))).toBeVisible();
	expect(readDraft(getAdDraftKey('video', 7)).captions).toBe(captions);
	await uploadButton.click();
	const { body } = await sentBody(opened);
	expect(body?.captions).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nWelcome!\n');
});

test('previews the card with its title, price, cover and length', async () => {
	const clip = await makeClip([['#f00'], ['#0f0'], ['#00f'], ['#00f']], { width: 90, height: 160 });
	await open();
	await choose(clip);
	const preview = page.getByRole('region', { name: postAdText.preview });
	await expect.element(preview).toBeVisible();
	await expect.element(preview.getByText(postAdText.previewTitle)).toBeVisible();
	await fill('Dancing shoes\nfor everybody');
	await expect.element(preview.getByText('Dancing shoes', { exact: true })).toBeVisible();
	await details.click();
	await title.fill('Red shoes');
	await price.fill('12,500');
	await expect.element(preview.getByText('Red shoes')).toBeVisible();
	await expect.element(preview.getByText('NGN 12,500')).toBeVisible();
	await expect.element(preview.getByText('0:04', { exact: false })).toBeVisible();
	const readCover = async () => {
		const cover = preview.element().querySelector('img');
		const pixel = cover ? await readColor(await (await fetch(cover.src)).blob()) : [];
		return ['red', 'green', 'blue'][pixel.indexOf(Math.max(...pixel))];
	};
	await eventually(readCover).toBe('green');
	await editVideo.click();
	const cover = page.getByRole('slider', { name: videoEditorText.cover });
	await cover.fill('2500');
	await done.click();
	await eventually(readCover).toBe('blue');
});
