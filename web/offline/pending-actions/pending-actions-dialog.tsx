import { useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import * as commonText from '../../../text/shared/common.ts';
import * as itemActionsText from '../../../text/web/item-actions.ts';
import * as offlineText from '../../../text/web/offline.ts';
import * as pendingActionsText from '../../../text/web/pending-actions.ts';
import {
	getBlockedReason,
	getQueueKey,
	listCallsToSend,
	listCallsToShow,
	outbox,
	type PendingCall,
} from '../../platform/outbox.ts';
import { getFirstPerQueue } from '../../platform/queue-delivery.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { copyText } from '../../sharing/copy-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';

interface PendingActionsDialogProps {
	account: number;
	/** Number of pending changes of lesson progress. `saved` counts pending changes of saved lists. */
	lessons: number;
	saved: number;
	onClose: () => void;
}

/** Lists the calls that the server does not have yet: why each waits, its text to copy, and buttons to retry or discard it. */
export function PendingActionsDialog({ account, lessons, saved, onClose }: PendingActionsDialogProps) {
	const queryClient = useQueryClient();
	const now = Date.now();
	const stored = useStoredValue(outbox);
	const calls = listCallsToShow(stored, account, now);
	const first = getFirstPerQueue(listCallsToSend(stored, account, now), getQueueKey);
	const [discarding, setDiscarding] = useState<PendingCall | null>(null);

	function discard(call: PendingCall) {
		outbox.removeCall(call);
		setDiscarding(null);
		// A discarded call was shown optimistically, so the data is refetched.
		void queryClient.invalidateQueries();
	}

	if (discarding) {
		return (
			<ConfirmDialog
				open
				danger
				title={pendingActionsText.discardTitle}
				description={getText(discarding) ?? getLabel(discarding)}
				action={commonText.discard}
				dismissal={pendingActionsText.keep}
				onConfirm={() => discard(discarding)}
				onClose={() => setDiscarding(null)}
			/>
		);
	}
	return (
		<Dialog open onClose={onClose} title={pendingActionsText.title} description={pendingActionsText.hint}>
			{calls.length + lessons + saved === 0 && <p>{pendingActionsText.nothingLeft}</p>}
			<ul className="flex flex-col divide-y divide-line">
				{calls.map((call) => (
					<PendingCallItem
						key={call.key}
						call={call}
						blockedReason={getBlockedReason(call, now)}
						isFirst={first.includes(call)}
						onDiscard={() => setDiscarding(call)}
					/>
				))}
				{saved > 0 && <OtherItem>{pendingActionsText.savedItems(saved)}</OtherItem>}
				{lessons > 0 && <OtherItem>{offlineText.lessonCount(lessons)}</OtherItem>}
			</ul>
		</Dialog>
	);
}

function OtherItem({ children }: { children: string }) {
	return (
		<li className="flex flex-wrap items-center gap-2 py-3 first:pt-0 last:pb-0">
			<h3 className="text-16">{children}</h3>
			<Badge variant="quiet">{pendingActionsText.waits}</Badge>
		</li>
	);
}

interface PendingCallItemProps {
	call: PendingCall;
	/** Reason for which the call is not sent automatically; null if it is sent. */
	blockedReason: string | null;
	/** True if no pending call is sent before this call. */
	isFirst: boolean;
	onDiscard: () => void;
}

function PendingCallItem({ call, blockedReason, isFirst, onDiscard }: PendingCallItemProps) {
	const reason =
		blockedReason ?? (isFirst ? (call.reason ?? pendingActionsText.noResponse) : pendingActionsText.waitsForEarlier);
	const words = getText(call);
	const what = getLabel(call);
	return (
		<li className="py-3 first:pt-0 last:pb-0">
			<div className="flex flex-wrap items-center gap-2">
				<h3 className="text-16">{what}</h3>
				<Badge variant={blockedReason ? 'danger' : 'quiet'}>
					{blockedReason ? pendingActionsText.notSent : pendingActionsText.waits}
				</Badge>
				<span className="text-14 text-quiet">
					<TimeAgo time={new Date(call.at).toISOString()} />
				</span>
			</div>
			{words && <p className="mt-1 max-h-48 overflow-y-auto whitespace-pre-wrap break-words">{words}</p>}
			<p className="mt-1 text-14 text-quiet">{reason}</p>
			<div className="mt-1 -ml-2.5 flex flex-wrap">
				{(blockedReason !== null || (isFirst && call.reason !== undefined)) && (
					<Button variant="plain" className="px-2.5 text-14" onClick={() => retry(call)}>
						{pendingActionsText.sendAgain}
					</Button>
				)}
				{words && (
					<Button variant="plain" className="px-2.5 text-14" onClick={() => void copy(words)}>
						<Copy aria-hidden className="size-4.5" />
						{commonText.copy}
					</Button>
				)}
				<Button variant="plain" className="px-2.5 text-14" onClick={onDiscard}>
					{commonText.discard}
				</Button>
			</div>
		</li>
	);
}

function retry(call: PendingCall) {
	const now = Date.now();
	// Only a blocked call gets a new time. The server stores the idempotency key of any other call for a limited time from `at` on.
	const at = getBlockedReason(call, now) === null ? call.at : now;
	outbox.updateCall(call, { refused: undefined, reason: undefined, until: undefined, at });
}

async function copy(words: string) {
	if (await copyText(words)) toast(commonText.copied);
	else toast(pendingActionsText.copyFailed, 'error');
}

interface CallInput {
	params?: { user_name?: string };
	body?: { text?: unknown; kind?: unknown; parent_id?: unknown };
}

/** Returns the text that the user wrote. For a call that the app no longer knows, returns all its strings. */
function getText({ input }: PendingCall): string | null {
	const { body } = input as CallInput;
	if (typeof body?.text === 'string') return body.text || null;
	const words = Object.values(body ?? {}).filter((value) => typeof value === 'string');
	return words.join('\n') || null;
}

function getLabel({ name, input }: PendingCall): string {
	const { params, body } = input as CallInput;
	if (name === 'createComment') return body?.parent_id === undefined ? commonText.comment : commonText.reply;
	if (name === 'createPost')
		return body?.kind === 'tweet' ? commonText.tweet : body?.kind === 'talk' ? commonText.talk : commonText.picture;
	if (name === 'follow') return pendingActionsText.following(params?.user_name ?? '');
	if (name === 'unfollow') return pendingActionsText.unfollowing(params?.user_name ?? '');
	if (name === 'recordContact') return pendingActionsText.contact;
	if (name === 'like') return itemActionsText.like;
	return name === 'unlike' ? pendingActionsText.likeTakenBack : pendingActionsText.unknown;
}
