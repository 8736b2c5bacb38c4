import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, ImageOff, ReceiptText, X } from 'lucide-react';
import { useEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import * as limits from '../../../contract/core/limits.ts';
import type { PaymentProof as SentProof } from '../../../contract/enrollments/enrollments.ts';
import * as mediaLimits from '../../../contract/media/limits.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as enrollmentText from '../../../text/web/enrollment.ts';
import * as enrollmentsText from '../../../text/web/enrollments.ts';
import { enrollmentQuery, useCacheEnrollment } from '../../enrollments/queries.ts';
import { DropArea } from '../../media/drop-area.tsx';
import { useObjectUrl } from '../../media/object-url.ts';
import { getPictureRejection, preparePicture } from '../../media/picture-file.ts';
import { PrivatePicture } from '../../media/private-picture.tsx';
import { useApi } from '../../platform/api.ts';
import { formatDateTime } from '../../platform/dates.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { formatFileSize } from '../../platform/file-size.ts';
import { generateRandomKey } from '../../platform/random-key.ts';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { toast } from '../../ui/toast.ts';
import { getSendableProofs, maxProofs, type Proof, proofsReducer, sendProof } from './proofs.ts';

interface ProofFormProps {
	id: string;
	/** Payment proofs on the server, newest first. */
	sent: readonly SentProof[];
}

export function ProofForm({ id, sent }: ProofFormProps) {
	const [newest] = sent;
	const { proofs, sending, problem, add, remove, send } = useProofs(id);
	const ready = getSendableProofs(proofs);
	const section = useRef<HTMLElement>(null);
	const isLinked = useLocation().hash === '#proof';
	useEffect(() => {
		// The form appears after the navigation, when the router has already looked for the linked element.
		if (isLinked) section.current?.scrollIntoView();
	}, [isLinked]);
	// The file field takes the focus, because the focused element unmounts after sending or removing.
	const focus = () => section.current?.querySelector('input')?.focus();
	return (
		<section ref={section} aria-labelledby="proof" className="flex scroll-mt-20 flex-col gap-3">
			<div>
				<h2 id="proof" className="text-18">
					{enrollmentText.proofTitle}
				</h2>
				<p className="mt-1 text-quiet">{enrollmentText.proofHint}</p>
			</div>
			<div role="status">
				{newest && (
					<p className="flex items-start gap-2.5 rounded-control bg-leaf-soft px-3.5 py-3">
						<CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-leaf" />
						<span>
							<RichText
								text={enrollmentText.proofReceived}
								tags={{
									strong: (words) => <strong>{words}</strong>,
									time: () => <TimeAgo time={newest.at} />,
								}}
							/>
						</span>
					</p>
				)}
			</div>
			{newest && <SentProofs id={id} sent={sent} />}
			{proofs.length > 0 && (
				<ul className="flex flex-col gap-2">
					{proofs.map((proof) => (
						<ProofItem
							key={proof.key}
							proof={proof}
							locked={sending}
							onRemove={() => {
								remove(proof.key);
								focus();
							}}
						/>
					))}
				</ul>
			)}
			{proofs.length < maxProofs && (
				<DropArea
					label={!newest && proofs.length === 0 ? enrollmentText.chooseProofLabel : commonText.chooseAnotherPicture}
					accept="image/*"
					multiple
					disabled={sending}
					onFiles={add}
					className="min-h-24 gap-1 px-5 py-5"
				>
					<span className="flex items-center gap-2 font-semibold">
						<ReceiptText aria-hidden className="size-5.5 text-leaf" />
						{!newest && proofs.length === 0 ? commonText.choosePicture : commonText.chooseAnotherPicture}
					</span>
					<span className="text-14 text-quiet">
						{enrollmentText.dropHint(mediaLimits.pictureBytes / limits.megabyte)}
					</span>
				</DropArea>
			)}
			<div role="alert">
				{problem && (
					<p className="flex items-start gap-1.5 text-14 text-danger">
						<CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
						{problem}
					</p>
				)}
			</div>
			{proofs.length > 0 && (
				<Button
					size="large"
					loading={sending}
					disabled={ready.length === 0}
					onClick={() => void send().then(focus)}
					className="md:self-start"
				>
					{sending ? commonText.sending : enrollmentText.sendProofs(ready.length)}
				</Button>
			)}
		</section>
	);
}

function SentProofs({ id, sent }: { id: string; sent: readonly SentProof[] }) {
	const { refetch, isFetching } = useQuery({ ...enrollmentQuery(useApi(), id), enabled: false });
	return (
		<ul aria-label={enrollmentText.sentProofs} className="grid grid-cols-3 gap-3 sm:grid-cols-5">
			{sent.map(({ url, at }) => (
				<li key={at}>
					<PrivatePicture
						url={url}
						at={at}
						alt={enrollmentsText.proofOf(formatDateTime(at))}
						openLabel={enrollmentsText.openProof(formatDateTime(at))}
						refreshing={isFetching}
						onRefresh={() => void refetch()}
					/>
				</li>
			))}
		</ul>
	);
}

function useProofs(id: string) {
	const cacheEnrollment = useCacheEnrollment();
	const [proofs, dispatch] = useReducer(proofsReducer, []);
	const [sending, setSending] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	// Pictures are shrunk one after another, because a phone has memory for one large picture at a time.
	const queue = useRef<Promise<unknown>>(Promise.resolve());

	function add(files: readonly File[]) {
		const rejections = new Set(files.map(getPictureRejection).filter((rejection) => rejection !== null));
		const usable = files.filter((file) => getPictureRejection(file) === null);
		const taken = usable.slice(0, maxProofs - proofs.length).map((file) => ({ file, key: generateRandomKey() }));
		if (taken.length < usable.length) rejections.add(enrollmentText.tooManyProofs(maxProofs));
		setProblem([...rejections].join('. ') || null);
		dispatch({
			type: 'chosen',
			proofs: taken.map(({ key, file }) => ({ key, name: file.name || enrollmentText.unnamedProof })),
		});
		for (const { key, file } of taken) {
			queue.current = queue.current.then(async () => {
				dispatch({ type: 'made smaller', key, ...(await preparePicture(file)) });
			});
		}
	}

	async function send() {
		setSending(true);
		setProblem(null);
		let sent = 0;
		for (const { key, name, blob } of getSendableProofs(proofs)) {
			dispatch({ type: 'sending', key, share: 0 });
			const onProgress = (bytes: number) => dispatch({ type: 'sending', key, share: bytes / blob.size });
			try {
				cacheEnrollment(await sendProof(id, { name, blob }, { onProgress }));
				dispatch({ type: 'sent', key });
				sent += 1;
			} catch (error) {
				dispatch({ type: 'failed', key, problem: getErrorMessage(error) });
			}
		}
		// The drop area must be enabled before it takes the focus.
		flushSync(() => setSending(false));
		if (sent > 0) toast(enrollmentText.proofsSent(sent));
	}

	function remove(key: string) {
		setProblem(null);
		dispatch({ type: 'removed', key });
	}

	return { proofs, sending, problem, add, remove, send };
}

interface ProofItemProps {
	proof: Proof;
	locked: boolean;
	onRemove: () => void;
}

function ProofItem({ proof: { name, blob, share, problem }, locked, onRemove }: ProofItemProps) {
	const url = useObjectUrl(blob);
	const [hasNoPreview, setNoPreview] = useState(false);
	return (
		<li className="flex items-center gap-3 rounded-control bg-sunken p-2">
			<span className="flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-control bg-card">
				{url && !hasNoPreview ? (
					<img src={url} alt="" onError={() => setNoPreview(true)} className="size-full object-cover" />
				) : (
					<ImageOff aria-hidden className="size-6 text-quiet" />
				)}
			</span>
			<div className="min-w-0 flex-1">
				<p className="truncate font-semibold text-14">{name}</p>
				{share === null ? (
					<p className="text-12 text-quiet tabular-nums">
						{blob ? formatFileSize(blob.size) : enrollmentText.shrinking}
					</p>
				) : (
					<div className="mt-1.5">
						<Progress label={enrollmentText.sendingProof(name)} percent={share * 100} />
					</div>
				)}
				{problem && (
					<p role="alert" className="text-14 text-danger">
						{problem}
					</p>
				)}
			</div>
			<IconButton label={enrollmentText.removeProof(name)} disabled={locked} onClick={onRemove}>
				<X aria-hidden className="size-5" />
			</IconButton>
		</li>
	);
}
