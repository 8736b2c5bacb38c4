import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { Session } from '../../contract/accounts/accounts.ts';
import type { Client } from '../../contract/core/client.ts';
import { claimEnrollment } from '../../contract/enrollments/enrollments.ts';
import * as claimRequestText from '../../text/web/claim-request.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LazyConfirmDialog } from '../ui/lazy-confirm-dialog.ts';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { enrollmentQuery, myEnrollmentsQuery, unclaimedEnrollmentsQuery } from './queries.ts';

type UnclaimedEnrollment = Awaited<ReturnType<Client['listUnclaimedEnrollments']>>['items'][number];
type ClaimSession = Pick<Session, 'id' | 'display_name'>;

/** Asks about each request that somebody sent with the account's address, unless its owner has declined it. */
export function ClaimRequests({ session }: { session: ClaimSession }) {
	const { data } = useQuery(unclaimedEnrollmentsQuery(useApi(), session.id));
	const list = useRef<HTMLDivElement>(null);
	const open = data?.filter(({ declined }) => !declined);
	return (
		<div ref={list} tabIndex={-1} className="outline-none">
			{open?.map((request) => (
				<ClaimRequest key={request.id} request={request} session={session} onDone={() => list.current?.focus()} />
			))}
		</div>
	);
}

interface ClaimRequestProps {
	request: UnclaimedEnrollment;
	session: ClaimSession;
	/** Called before the question disappears. */
	onDone?: () => void;
}

/** Asks whether a request is the account's own. */
export function ClaimRequest({ request, session, onDone }: ClaimRequestProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	const heading = useId();
	const [isDeclining, setIsDeclining] = useState(false);
	const params = { id: request.id };
	function update(message: string) {
		toast(message);
		onDone?.();
		void queryClient.invalidateQueries({ queryKey: enrollmentQuery(api, request.id).queryKey });
		return queryClient.invalidateQueries({ queryKey: myEnrollmentsQuery(api, session.id).queryKey });
	}
	const decline = useMutation({
		mutationFn: () => api.claimEnrollment({ params, body: { name: null } }),
		onSuccess: () => update(claimRequestText.declined),
		onError: (error) => toast(getErrorMessage(error), 'error'),
	});
	const form = useApiForm({
		schema: claimEnrollment.body,
		defaultValues: { name: session.display_name },
		send: (body) => api.claimEnrollment({ params, body }),
		onDone: () => update(claimRequestText.added),
		toMessage: getErrorMessage,
	});
	return (
		<Card className="mb-3 p-4" role="group" aria-labelledby={heading}>
			<h3 id={heading} className="text-16">
				{claimRequestText.title}
			</h3>
			<p className="mt-1 text-14">{claimRequestText.sent(request.name, request.course_title)}</p>
			<ApiForm
				form={form}
				className="mt-3 gap-3"
				submit={
					<div className="flex flex-wrap gap-2">
						<Button {...form.button} disabled={form.button.disabled || decline.isPending}>
							{claimRequestText.mine}
						</Button>
						{!request.declined && (
							<Button
								variant="quiet"
								loading={decline.isPending}
								disabled={form.isSending}
								onClick={() => setIsDeclining(true)}
							>
								{claimRequestText.notMine}
							</Button>
						)}
					</div>
				}
			>
				<TextField
					label={claimRequestText.name}
					hint={claimRequestText.nameHint}
					autoComplete="name"
					{...form.field('name')}
				/>
			</ApiForm>
			{isDeclining && (
				<LazyConfirmDialog
					title={claimRequestText.declineTitle}
					description={claimRequestText.declineHint}
					action={claimRequestText.notMine}
					onConfirm={() => {
						setIsDeclining(false);
						decline.mutate();
					}}
					onClose={() => setIsDeclining(false)}
				/>
			)}
		</Card>
	);
}
