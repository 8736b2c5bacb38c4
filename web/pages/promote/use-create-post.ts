import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { NetworkError } from '../../../contract/core/client.ts';
import * as messages from '../../../contract/core/messages.ts';
import type { Post, PostKind } from '../../../contract/posts/posts.ts';
import * as mediaText from '../../../text/web/media.ts';
import * as promoteText from '../../../text/web/promote.ts';
import { getSession } from '../../accounts/session.ts';
import { useIdempotencyKey } from '../../data/idempotency-key.ts';
import type { ChosenPicture, PicturesAction } from '../../media/pictures.ts';
import { sendPictures } from '../../media/send-pictures.ts';
import { useActor } from '../../platform/actor.ts';
import { useApi } from '../../platform/api.ts';
import { isApiError } from '../../platform/api-error.ts';
import { outbox, type PendingCall, useSendOrQueue } from '../../platform/outbox.ts';
import { type PostFields, toPostBody } from '../../posts/post-form.ts';
import { toast } from '../../ui/toast.ts';

export type CreatePostState =
	| { step: 'idle' }
	/** `percent` is the sent part of all pictures' bytes, 0 to 100. Leaving the page aborts this step. */
	| { step: 'sending'; percent: number }
	/** The post is in the outbox, so it is posted even if the user leaves the page. */
	| { step: 'saving' };

interface CreatePostHandlers {
	/** Callback after the post was posted, or stored in the outbox if `isWaiting`. */
	onPosted: (isWaiting: boolean) => void;
	/** Callback after a failure; gets a message for the user. */
	onRejected: (reason: string) => void;
}

/** Uploads the missing pictures, then creates the post. A retry uploads no picture twice and creates no second post. */
export function useCreatePost({ onPosted, onRejected }: CreatePostHandlers) {
	const api = useApi();
	const sendOrQueue = useSendOrQueue();
	const account = useActor()?.id;
	const queryClient = useQueryClient();
	const [posting, setPosting] = useState<CreatePostState>({ step: 'idle' });
	const running = useRef<AbortController | null>(null);
	const { getKey, reset } = useIdempotencyKey();

	useEffect(() => () => running.current?.abort(), []);

	async function post(
		kind: PostKind,
		fields: PostFields,
		pictures: readonly ChosenPicture[],
		dispatch: (event: PicturesAction) => void,
	) {
		if (running.current) return;
		const controller = new AbortController();
		const { signal } = controller;
		running.current = controller;
		setPosting(pictures.length > 0 ? { step: 'sending', percent: 0 } : { step: 'saving' });
		dispatch({ type: 'retried' });
		let sent: Pick<PendingCall, 'input' | 'key'> | null = null;
		try {
			const files = await sendPictures(api, pictures, {
				signal,
				onProgress: (share) => setPosting({ step: 'sending', percent: Math.round(share * 100) }),
				onUploaded: (id, file) => dispatch({ type: 'uploaded', id, file, at: Date.now() }),
				onFailed: (id, problem) => dispatch({ type: 'failed', id, problem }),
			});
			if (!files) throw new Error(mediaText.somePicturesFailed);
			setPosting({ step: 'saving' });
			const body = toPostBody(kind, fields, files) as Parameters<typeof api.createPost>[0]['body'];
			sent = { input: { body }, key: getKey(body) };
			const created = await sendOrQueue<Post>('createPost', sent.input, { key: sent.key });
			reset();
			void queryClient.invalidateQueries();
			onPosted(created === null);
		} catch (error) {
			if (signal.aborted) {
				if (sent) storeRejected(sent, toMessage(error));
				return;
			}
			toast(error instanceof NetworkError ? messages.networkError : toMessage(error), 'error');
			onRejected(toMessage(error));
		} finally {
			running.current = null;
			setPosting({ step: 'idle' });
		}
	}

	/** Stores a rejected post in the outbox, because the user has left the page. */
	function storeRejected({ input, key }: Pick<PendingCall, 'input' | 'key'>, refused: string) {
		if (account === undefined || getSession()?.id !== account) return;
		outbox.addCall({ account, slot: key, name: 'createPost', input, key, at: Date.now(), refused });
	}

	return { posting, post, cancel: () => running.current?.abort() };
}

function toMessage(error: unknown): string {
	if (error instanceof NetworkError) return promoteText.connectionLost;
	// The error of a field is more specific than the summary.
	if (isApiError(error)) return Object.values(error.problem.fields ?? {})[0] ?? error.message;
	return (error instanceof Error && error.message) || messages.uploadFailed;
}
