import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { Session } from '../../contract/accounts.ts';
import type { Client } from '../../contract/client.ts';
import { claimEnrollment } from '../../contract/enrollments.ts';
import * as claimRequestText from '../../contract/text/claim-request.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { myEnrollmentsQuery, unclaimedEnrollmentsQuery } from './queries.ts';

type UnclaimedEnrollment = Awaited<ReturnType<Client['listUnclaimedEnrollments']>>['items'][number];
type ClaimSession = Pick<Session, 'id' | 'display_name'>;

/** Asks about each request that somebody sent with the account's address. */
export function ClaimRequests({ session }: { session: ClaimSession }) {
	const { data } = useQuery(unclaimedEnrollmentsQuery(useApi(), session.id));
	return data?.map((request) => <ClaimRequest key={request.id} request={request} session={session} />);
}

function ClaimRequest({ request, session }: { request: UnclaimedEnrollment; session: ClaimSession }) {
	const api = useApi();
	const queryClient = useQueryClient();
	const heading = useId();
	const params = { id: request.id };
	function update(message: string) {
		toast(message);
		void queryClient.invalidateQueries({ queryKey: ['enrollment', request.id] });
		return queryClient.invalidateQueries({ queryKey: myEnrollmentsQuery(api, session.id).queryKey });
	}
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
						<Button {...form.button}>{claimRequestText.mine}</Button>
						<Button
							variant="quiet"
							onClick={() =>
								api.claimEnrollment({ params, body: { name: null } }).then(
									() => update(claimRequestText.declined),
									(error) => toast(getErrorMessage(error), 'error'),
								)
							}
						>
							{claimRequestText.notMine}
						</Button>
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
		</Card>
	);
}
