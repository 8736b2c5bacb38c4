import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { NetworkError } from '../../../contract/client.ts';
import * as messages from '../../../contract/messages.ts';
import type { Post, PostKind } from '../../../contract/posts.ts';
import * as mediaText from '../../../contract/text/media.ts';
import * as promoteText from '../../../contract/text/promote.ts';
import { getSession } from '../../accounts/session.ts';
import { useIdempotencyKey } from '../../data/idempotency-key.ts';
import type { ChosenPicture, PicturesEvent } from '../../media/pictures.ts';
import { sendPictures } from '../../media/send-pictures.ts';
import { useActor } from '../../platform/actor.ts';
import { useApi } from '../../platform/api.ts';
import { isApiError } from '../../platform/api-error.ts';
import { outbox, useSendOrKeep, type WaitingCall } from '../../platform/outbox.ts';
import { bodyOf, type PostFields } from '../../posts/post-form.ts';
import { toast } from '../../ui/toast.ts';

export type Posting =
	| { step: 'idle' }
	/** `percent` of all bytes have left. Whoever leaves now ends it. */
	| { step: 'sending'; percent: number }
	/** It waits on this device until it is posted, also where the page is left. */
	| { step: 'saving' };

interface Reports {
	/** It is posted, or waits on the device until it can be. */
	onPosted: (isWaiting: boolean) => void;
	/** With a sentence for people. */
	onRefused: (reason: string) => void;
}

/** Sends what is missing of the pictures, then makes the post. A repeat sends nothing twice and makes no second post. */
export function usePosting({ onPosted, onRefused }: Reports) {
	const api = useApi();
	const sendOrKeep = useSendOrKeep();
	const account = useActor()?.id;
	const queries = useQueryClient();
	const [posting, setPosting] = useState<Posting>({ step: 'idle' });
	const running = useRef<AbortController | null>(null);
	const { keyFor, renew } = useIdempotencyKey();

	useEffect(() => () => running.current?.abort(), []);

	async function post(
		kind: PostKind,
		fields: PostFields,
		pictures: readonly ChosenPicture[],
		tell: (event: PicturesEvent) => void,
	) {
		if (running.current) return;
		const controller = new AbortController();
		const { signal } = controller;
		running.current = controller;
		setPosting(pictures.length > 0 ? { step: 'sending', percent: 0 } : { step: 'saving' });
		tell({ type: 'retried' });
		let sent: Pick<WaitingCall, 'input' | 'key'> | null = null;
		try {
			const files = await sendPictures(api, pictures, {
				signal,
				onProgress: (share) => setPosting({ step: 'sending', percent: Math.round(share * 100) }),
				onUploaded: (id, file) => tell({ type: 'uploaded', id, file, at: Date.now() }),
				onFailed: (id, problem) => tell({ type: 'failed', id, problem }),
			});
			if (!files) throw new Error(mediaText.somePicturesFailed);
			setPosting({ step: 'saving' });
			const body = bodyOf(kind, fields, files) as Parameters<typeof api.createPost>[0]['body'];
			sent = { input: { body }, key: keyFor(body) };
			const made = await sendOrKeep<Post>('createPost', sent.input, { key: sent.key });
			renew();
			void queries.invalidateQueries();
			onPosted(made === null);
		} catch (error) {
			if (signal.aborted) {
				if (sent) keepRefused(sent, sentenceOf(error));
				return;
			}
			toast(error instanceof NetworkError ? messages.networkError : sentenceOf(error), 'error');
			onRefused(sentenceOf(error));
		} finally {
			running.current = null;
			setPosting({ step: 'idle' });
		}
	}

	/** The page was left meanwhile: its words stay among what was not sent. */
	function keepRefused({ input, key }: Pick<WaitingCall, 'input' | 'key'>, refused: string) {
		if (account === undefined || getSession()?.id !== account) return;
		outbox.keep({ account, slot: key, name: 'createPost', input, key, at: Date.now(), refused });
	}

	return { posting, post, cancel: () => running.current?.abort() };
}

function sentenceOf(error: unknown): string {
	if (error instanceof NetworkError) return promoteText.connectionLost;
	// What the contract says of a field names it better than the whole.
	if (isApiError(error)) return Object.values(error.problem.fields ?? {})[0] ?? error.message;
	return (error instanceof Error && error.message) || messages.uploadFailed;
}
