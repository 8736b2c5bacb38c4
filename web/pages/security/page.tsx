import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changePasswordPath, webhooksPath } from '../../../contract/core/page-paths.ts';
import * as apiTokensText from '../../../text/shared/api-tokens.ts';
import * as breachNoticeText from '../../../text/shared/breach-notice.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as webhooksText from '../../../text/shared/webhooks.ts';
import * as googleText from '../../../text/web/google.ts';
import * as openSessionsText from '../../../text/web/open-sessions.ts';
import * as secondFactorText from '../../../text/web/second-factor.ts';
import * as securityText from '../../../text/web/security.ts';
import { ChoosePassword } from '../../accounts/choose-password.tsx';
import { GoogleSettings } from '../../accounts/google-settings.tsx';
import { OpenSessions } from '../../accounts/open-sessions.tsx';
import { PasskeySettings } from '../../accounts/passkey-settings.tsx';
import { signInMethodsQuery } from '../../accounts/queries.ts';
import { SecondFactorSettings } from '../../accounts/second-factor-settings.tsx';
import { useSession } from '../../accounts/session.ts';
import { getUnsentWarning } from '../../app/clear-account-data.ts';
import { useLogout } from '../../app/use-logout.ts';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { ownBreachNoticesQuery } from '../../data-protection/queries.ts';
import { useApi } from '../../platform/api.ts';
import { formatDate } from '../../platform/dates.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { copyText } from '../../sharing/copy-text.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LazyConfirmDialog } from '../../ui/lazy-confirm-dialog.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';

export const meta = hiddenPageMeta(securityText.title);

export default function SecurityPage() {
	const session = useSession();
	return (
		<div className="mx-auto max-w-xl">
			<h1 className="text-22 wide:text-28">{securityText.title}</h1>
			<p className="mt-1 mb-5 text-quiet">{securityText.lead}</p>
			{session && <BreachNotices accountId={session.id} />}
			<SignInMethods />
			{session && (
				<Card className="mt-4 p-4 wide:p-6">
					<PasskeySettings account={session} onChanged={(message) => toast(message)} />
				</Card>
			)}
			<Card className="mt-4 p-4 wide:p-6">
				<Sessions />
			</Card>
			<Card className="mt-4 p-4 wide:p-6">
				<h2 className="text-18">{apiTokensText.title}</h2>
				<p className="mt-1 text-quiet">{apiTokensText.description}</p>
				<ButtonLink to="/dashboard/api-tokens" variant="quiet" className="mt-4">
					{apiTokensText.manage}
				</ButtonLink>
			</Card>
			<Card className="mt-4 p-4 wide:p-6">
				<h2 className="text-18">{webhooksText.title}</h2>
				<p className="mt-1 text-quiet">{webhooksText.description}</p>
				<ButtonLink to={webhooksPath} variant="quiet" className="mt-4">
					{webhooksText.manage}
				</ButtonLink>
			</Card>
			<ButtonLink to="/dashboard/personal-Info" variant="quiet" fullWidth className="mt-4">
				{securityText.ownDataLink}
			</ButtonLink>
		</div>
	);
}

/** What the operator wrote to the account about breaches of its data. The notification of a breach leads here. */
function BreachNotices({ accountId }: { accountId: number }) {
	const query = useQuery(ownBreachNoticesQuery(useApi(), accountId));
	return (
		<QueryBoundary
			query={query}
			loading={breachNoticeText.loading}
			skeleton={null}
			failure={breachNoticeText.loadFailed}
			small
		>
			{({ items }) =>
				items.length > 0 && (
					<Card className="mb-4 p-4 wide:p-6">
						<h2 className="text-18">{breachNoticeText.title}</h2>
						<ul aria-label={breachNoticeText.title} className="mt-3 flex flex-col gap-4">
							{items.map(({ id, text, created_at }) => (
								<li key={id}>
									<time dateTime={created_at} className="text-14 text-quiet">
										{formatDate(created_at)}
									</time>
									<p dir="auto" className="whitespace-pre-line wrap-anywhere">
										{text}
									</p>
								</li>
							))}
						</ul>
					</Card>
				)
			}
		</QueryBoundary>
	);
}

function Sessions() {
	const api = useApi();
	const session = useSession();
	// This page asks for confirmation itself, before it ends the sessions.
	const logOut = useLogout(false);
	const [isConfirming, setConfirming] = useState(false);
	// The logout waits for the server's response, because users rely on all sessions having ended.
	const ending = useMutation({
		mutationFn: () => api.endSessions({ query: {} }),
		onSuccess: logOut,
		onError: (error) => toast(getErrorMessage(error), 'error'),
	});
	return (
		<>
			<OpenSessions
				endingAll={ending.isPending}
				onEndAll={() => setConfirming(true)}
				onEnded={(sentence) => toast(sentence)}
			/>
			{isConfirming && session && (
				<LazyConfirmDialog
					title={openSessionsText.endAllTitle}
					description={`${openSessionsText.endAllHint} ${getUnsentWarning(session.id) ?? ''}`}
					action={openSessionsText.endAll}
					onConfirm={() => {
						setConfirming(false);
						ending.mutate();
					}}
					onClose={() => setConfirming(false)}
				/>
			)}
		</>
	);
}

function SignInMethods() {
	const session = useSession();
	const query = useQuery(signInMethodsQuery(useApi(), session?.id ?? 0));
	return (
		<QueryBoundary
			query={query}
			loading={securityText.loading}
			skeleton={<SkeletonRows rows={2} gap="gap-4" className="h-36 rounded-card" />}
			failure={securityText.loadFailed}
		>
			{(methods) => (
				<div className="flex flex-col gap-4">
					<Card className="p-4 wide:p-6">
						<h2 className="text-18">{commonText.password}</h2>
						<p className="mt-1 text-quiet">
							{methods.password ? securityText.hasPassword : securityText.hasNoPassword}
						</p>
						{methods.password && (
							<ButtonLink to={changePasswordPath} variant="quiet" className="mt-4">
								{commonText.changePassword}
							</ButtonLink>
						)}
						{!methods.password && session && <ChoosePassword email={session.email} />}
					</Card>
					{(methods.google.available || methods.google.linked) && (
						<Card className="p-4 wide:p-6">
							<GoogleSettings
								methods={methods}
								onUnlinked={() => {
									toast(googleText.unlinked);
									void query.refetch();
								}}
							/>
						</Card>
					)}
					<Card className="p-4 wide:p-6">
						<SecondFactorSettings
							state={methods.second_factor}
							copy={copyText}
							onChanged={(on) => {
								toast(on ? secondFactorText.turnedOn : secondFactorText.turnedOff);
								void query.refetch();
							}}
						/>
					</Card>
				</div>
			)}
		</QueryBoundary>
	);
}
