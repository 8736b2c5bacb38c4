import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as messages from '../../../contract/core/messages.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as postVideoText from '../../../text/web/post-video.ts';
import { createUploadStorage, type PendingUpload } from '../../media/pending-upload.ts';
import { ActorProvider } from '../../platform/actor.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse, throwNetworkError } from '../../testing/fake-api.ts';
import { fakeMediaHost, type ReceivedForm, uploadCapability } from '../../testing/media-host.ts';
import { renderRoute } from '../../testing/render.tsx';
import { type AdFields, emptyAd } from '../ad-form.ts';
import { readDraft, writeDraft } from '../draft.ts';
import { getAdDraftKey } from '../draft-key.ts';
import { UnfinishedUpload } from './unfinished-upload.tsx';

const film = new File(['A film of shoes that dance'], 'film.mp4', { type: 'video/mp4' });
const words: AdFields = { ...emptyAd, category: "Men's Shoes", description: 'A dance for our new shoes.' };
const uploaded = { secure_url: 'https://media.example/film.mp4', public_id: 'videos/1' };
const saved = { status: 200, id: 5, state: 'ready' } as const;
const uploadLink = page.getByRole('link', { name: postVideoText.view });

const eventually = <Value,>(read: () => Value) => expect.poll(read, { timeout: 15_000 });
const containing = (text: string) => page.getByText(text, { exact: false });
const storage = () => createUploadStorage<AdFields>('upload-video-7');

/** Opens a page as an account with an unfinished upload on this device. */
async function open(
	handlers: Handlers = {},
	differences: Partial<PendingUpload<AdFields>> = {},
	url = '/dashboard/myvideos',
) {
	await storage().write({
		file: film,
		edit: {},
		trimmed: {},
		words,
		address: null,
		uploaded: null,
		key: 'a-key',
		refused: null,
		...differences,
	});
	const session = logIn();
	const forms = fakeMediaHost();
	const api = fakeApi({ createUpload: () => uploadCapability, createVideoAd: () => saved, ...handlers });
	const page = {
		default: () => (
			<ActorProvider value={session}>
				<UnfinishedUpload />
			</ActorProvider>
		),
	};
	const rendered = await renderRoute(url, page, { api });
	return { api, forms, ...rendered };
}

async function sentForm(forms: ReceivedForm[]): Promise<ReceivedForm> {
	await eventually(() => forms.length).toBe(1);
	return forms[0] as ReceivedForm;
}

test('resumes an upload on another page, and shows a status until it is saved', async () => {
	writeDraft(getAdDraftKey('video', 7), words);
	const { api, forms } = await open();
	await expect.element(containing(postVideoText.sendingNotice)).toBeVisible();
	const form = await sentForm(forms);
	form.progress(0.5);
	// The status shows no percent, because screen readers would announce every change.
	await expect.element(containing('50%')).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
	form.respond(200, uploaded);
	await expect.element(containing(messages.uploadSucceeded)).toBeVisible();
	await expect.element(containing(postVideoText.sendingNotice)).not.toBeInTheDocument();
	await expect.element(uploadLink).not.toBeInTheDocument();
	expect(api.calls('createVideoAd').map(({ headers }) => headers['idempotency-key'])).toEqual(['a-key']);
	expect(await storage().has()).toBe(false);
	// The draft of the uploaded ad is cleared as well.
	expect(readDraft(getAdDraftKey('video', 7))).toEqual(emptyAd);
});

test('shows why an upload cannot be saved, without a notice, and links to its page', async () => {
	const message = 'Such videos are not taken here.';
	const { forms, address } = await open({
		createVideoAd: () => makeProblemResponse(400, { code: 'invalid', message }),
	});
	(await sentForm(forms)).respond(200, uploaded);
	await expect.element(containing(postVideoText.rejectedNotice(message))).toBeVisible();
	await expect.element(containing(messages.metadataRejected)).not.toBeInTheDocument();
	expect(await storage().read()).toMatchObject({ uploaded, refused: message });
	await uploadLink.click();
	await eventually(address).toBe('/dashboard/postvideo');
});

test('shows an earlier failure to save again, without sending or saving', async () => {
	const message = 'Such videos are not taken here.';
	const { api, forms } = await open({}, { uploaded, refused: message });
	await expect.element(containing(postVideoText.rejectedNotice(message))).toBeVisible();
	expect([forms, api.calls('createVideoAd')]).toEqual([[], []]);
});

test('shows an upload without a response as not saved yet', async () => {
	await open({ createVideoAd: throwNetworkError }, { uploaded });
	await expect.element(containing(postVideoText.notSavedNotice)).toBeVisible();
});

test('shows why the media host rejects an upload, also on the next page', async () => {
	const message = 'This file is not taken.';
	const { forms } = await open();
	(await sentForm(forms)).respond(403, { error: { message } });
	await expect.element(containing(postVideoText.notSentNotice(message))).toBeVisible();
	await expect.element(containing(messages.mediaHostFailed)).not.toBeInTheDocument();
	expect(await storage().read()).toMatchObject({ uploaded: null, refused: message });
});

test('shows an upload that waits for the network or for a busy server', async () => {
	await open({ createUpload: throwNetworkError });
	await expect.element(containing(postVideoText.waitingNotice)).toBeVisible();
	await expect.element(page.getByRole('button', { name: commonText.discard })).not.toBeInTheDocument();
});

test('shows nothing while another tab uploads', async () => {
	const ended = Promise.withResolvers<void>();
	const held = navigator.locks.request('upload-video-7', () => ended.promise);
	const { forms } = await open();
	const waiting = async () => (await navigator.locks.query()).pending?.map(({ name }) => name);
	await eventually(waiting).toContain('upload-video-7');
	await expect.element(containing(postVideoText.sendingNotice)).not.toBeInTheDocument();
	expect(forms).toEqual([]);
	ended.resolve();
	await held;
	await expect.element(containing(postVideoText.sendingNotice)).toBeVisible();
});

test.for(['/dashboard/postvideo', '/dashboard/market/postvideo', '/dashboard/UserProfile/postvideo'])(
	'shows nothing on the upload page at %s',
	async (url) => {
		const { forms, address } = await open({}, {}, url);
		await eventually(address).toBe(url);
		await expect.element(uploadLink).not.toBeInTheDocument();
		expect(forms).toEqual([]);
	},
);
