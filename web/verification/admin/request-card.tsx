import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { profilePath } from '../../../contract/core/page-paths.ts';
import type {
	VerificationDecision,
	VerificationRequestDetail,
	VerificationRequestListItem,
	VerificationState,
} from '../../../contract/verification/verification.ts';
import * as adminVerificationsText from '../../../text/web/admin-verifications.ts';
import * as badgesText from '../../../text/web/badges.ts';
import * as verificationText from '../../../text/web/verification.ts';
import { DecisionChoice } from '../../data/decision-choice.tsx';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { PrivatePicture } from '../../media/private-picture.tsx';
import { useApi } from '../../platform/api.ts';
import { formatDate } from '../../platform/dates.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LazyConfirmDialog } from '../../ui/lazy-confirm-dialog.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useDecideVerification } from '../decide.ts';
import { verificationDetailQuery } from '../queries.ts';

const stateVariants = {
	pending: 'marigold',
	accepted: 'leaf',
	rejected: 'danger',
	revoked: 'danger',
	withdrawn: 'quiet',
} as const satisfies Record<VerificationState, string>;

interface RequestCardProps {
	request: VerificationRequestListItem;
	/** Callback before a decided request leaves the list. The request may contain the focus. */
	onClosed: (card: HTMLElement) => void;
}

export function RequestCard({ request, onClosed }: RequestCardProps) {
	const heading = useId();
	const card = useRef<HTMLElement>(null);
	const [isOpen, setOpen] = useState(false);
	const { business_name, document, state, reason, created_at, decided_at, documents } = request;
	const canDecide = state === 'pending' || state === 'accepted';
	return (
		<article
			ref={card}
			tabIndex={-1}
			aria-labelledby={heading}
			className="scroll-mt-20 rounded-card bg-card p-4 shadow-soft outline-none focus-visible:outline-2 focus-visible:outline-leaf"
		>
			<header className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<h2 id={heading} dir="auto" className="min-w-0 text-16 wrap-anywhere">
					{business_name}
				</h2>
				<Badge variant={stateVariants[state]}>{verificationText.states[state]}</Badge>
			</header>
			<p className="mt-1 flex flex-wrap gap-x-2 text-14 text-quiet">
				<span>{verificationText.documents[document]}</span>
				<span aria-hidden>·</span>
				{documents > 0 && (
					<>
						<span>{adminVerificationsText.photos(documents)}</span>
						<span aria-hidden>·</span>
					</>
				)}
				<span>
					<RichText
						text={decided_at === null ? adminVerificationsText.sentOn : adminVerificationsText.decidedOn}
						tags={{ time: () => <TimeAgo time={decided_at ?? created_at} /> }}
					/>
				</span>
			</p>
			<Account request={request} />
			{reason !== null && (
				<p dir="auto" className="mt-3 whitespace-pre-line text-14 wrap-anywhere">
					{reason}
				</p>
			)}
			{canDecide && (
				<Button variant="quiet" aria-expanded={isOpen} className="mt-3" onClick={() => setOpen(!isOpen)}>
					{getToggleLabel(state, isOpen)}
				</Button>
			)}
			{isOpen && <Check request={request} onClosed={() => card.current && onClosed(card.current)} />}
		</article>
	);
}

function getToggleLabel(state: VerificationState, isOpen: boolean): string {
	if (isOpen) return adminVerificationsText.hidePhotos;
	return state === 'pending' ? adminVerificationsText.showPhotos : adminVerificationsText.revokeStart;
}

function Account({ request: { account } }: Pick<RequestCardProps, 'request'>) {
	const name = account.display_name || account.user_name;
	return (
		<div className="mt-3 flex items-center gap-3 rounded-control bg-sunken p-2.5">
			<Avatar name={name} image={account.user_image} />
			<p className="min-w-0 text-14">
				<Link to={profilePath(account.user_name)} className="block truncate font-semibold hover:text-leaf">
					{name} <span className="font-normal text-quiet">@{account.user_name}</span>
				</Link>
				<span className="flex flex-wrap gap-x-2 text-12 text-quiet">
					<span>{adminVerificationsText.memberSince(formatDate(account.created_at))}</span>
					{account.verified?.map((kind) => (
						<span key={kind} className="font-semibold text-leaf">
							{badgesText.verifiedKinds[kind]}
						</span>
					))}
				</span>
			</p>
		</div>
	);
}

/** Loads the pictures of a request, for as short a time as an administrator looks at them, and asks for a decision. */
function Check({ request, onClosed }: { request: VerificationRequestListItem; onClosed: () => void }) {
	const query = useQuery(verificationDetailQuery(useApi(), request.id));
	return (
		<div className="mt-3 border-line border-t pt-3">
			<QueryBoundary
				query={query}
				loading={adminVerificationsText.loadingPhotos}
				skeleton={<Skeleton className="h-48 rounded-control" />}
				failure={adminVerificationsText.photosFailed}
			>
				{(detail) => (
					<>
						<Pictures detail={detail} refreshing={query.isFetching} onRefresh={() => void query.refetch()} />
						<Others detail={detail} />
						<DecisionButtons detail={detail} onClosed={onClosed} />
					</>
				)}
			</QueryBoundary>
		</div>
	);
}

interface PicturesProps {
	detail: VerificationRequestDetail;
	refreshing: boolean;
	onRefresh: () => void;
}

function Pictures({ detail: { state, pictures, business_name }, refreshing, onRefresh }: PicturesProps) {
	if (state !== 'pending') return <p className="text-14 text-quiet">{adminVerificationsText.photosDeleted}</p>;
	return (
		<>
			<p className="mb-3 text-14">{adminVerificationsText.checkHint}</p>
			<ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
				{pictures.map(({ id, url, created_at }, index) => (
					<li key={id}>
						<PrivatePicture
							url={url}
							at={created_at}
							alt={adminVerificationsText.photoAlt(index + 1, business_name)}
							openLabel={adminVerificationsText.openPhoto(index + 1, business_name)}
							refreshing={refreshing}
							onRefresh={onRefresh}
						/>
					</li>
				))}
			</ul>
		</>
	);
}

function Others({ detail: { others } }: Pick<PicturesProps, 'detail'>) {
	if (others.length === 0) return null;
	return (
		<section className="mt-4">
			<h3 className="text-14">{adminVerificationsText.others}</h3>
			<ul className="mt-1 flex flex-col gap-1 text-14">
				{others.map(({ id, business_name, state, reason, created_at }) => (
					<li key={id} className="wrap-anywhere">
						<span className="font-semibold">{business_name}</span> · {verificationText.states[state]} ·{' '}
						{formatDate(created_at)}
						{reason !== null && <span className="block text-quiet">{reason}</span>}
					</li>
				))}
			</ul>
		</section>
	);
}

function DecisionButtons({ detail, onClosed }: { detail: VerificationRequestDetail; onClosed: () => void }) {
	const options: readonly VerificationDecision[] = detail.state === 'pending' ? ['accept', 'reject'] : ['revoke'];
	/** Reason of an acceptance that is to be confirmed. */
	const [acceptance, setAcceptance] = useState<string | null>(null);
	const deciding = useDecideVerification(detail.id, {
		onClosed(made, error) {
			if (error) toast(getErrorMessage(error), 'error');
			else if (made) toast(adminVerificationsText.decided[made]);
			onClosed();
		},
	});

	function send(decision: VerificationDecision, reason: string) {
		setAcceptance(null);
		deciding.mutate({ decision, reason });
	}

	return (
		<div className="mt-4">
			<DecisionChoice
				label={adminVerificationsText.decide}
				options={options}
				names={adminVerificationsText.decisions}
				deciding={deciding}
				describe={(decision) => ({
					action: adminVerificationsText.actions[decision],
					danger: decision !== 'accept',
					hint: decision === 'revoke' ? adminVerificationsText.revokeHint : adminVerificationsText.reasonHint,
				})}
				onSubmit={(decision, reason) => (decision === 'accept' ? setAcceptance(reason) : send(decision, reason))}
			/>
			{acceptance !== null && (
				<LazyConfirmDialog
					title={adminVerificationsText.acceptQuestion(detail.business_name)}
					description={adminVerificationsText.acceptHint}
					action={adminVerificationsText.actions.accept}
					onConfirm={() => send('accept', acceptance)}
					onClose={() => setAcceptance(null)}
				/>
			)}
		</div>
	);
}
