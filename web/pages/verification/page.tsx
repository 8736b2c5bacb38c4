import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Verification } from '../../../contract/verification/verification.ts';
import * as verificationText from '../../../text/web/verification.ts';
import { meQuery } from '../../accounts/queries.ts';
import { refreshSession, useSession } from '../../accounts/session.ts';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { useApi } from '../../platform/api.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { Card } from '../../ui/card.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useLazyComponent } from '../../ui/use-lazy-component.ts';
import { PhoneVerification } from '../../verification/phone-verification.tsx';
import { verificationQuery } from '../../verification/queries.ts';

// The code to send pictures loads apart, because the list of a page's files is part of every first visit.
const loadBusinessVerification = async () => (await import('./business-verification.tsx')).BusinessVerification;

export const meta = hiddenPageMeta(verificationText.title);

export default function VerificationPage() {
	const api = useApi();
	const queryClient = useQueryClient();
	const id = useSession()?.id ?? 0;
	const BusinessVerification = useLazyComponent(loadBusinessVerification, true);
	const options = verificationQuery(api, id);
	const query = useQuery(options);

	const accept = (verification: Verification) => queryClient.setQueryData(options.queryKey, verification);

	/** Shows the proof and the number wherever the account appears. */
	async function acceptProof(verification: Verification) {
		accept(verification);
		toast(verificationText.phoneVerified);
		await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== options.queryKey[0] });
		refreshSession(await queryClient.fetchQuery(meQuery(api, id)));
	}

	return (
		<div className="mx-auto max-w-xl">
			<h1 className="text-22 wide:text-28">{verificationText.title}</h1>
			<p className="mt-1 mb-5 text-quiet">{verificationText.lead}</p>
			<QueryBoundary
				query={query}
				loading={verificationText.loading}
				skeleton={<Skeleton className="h-56 rounded-card" />}
				failure={verificationText.loadFailed}
			>
				{(verification) => (
					<div className="flex flex-col gap-4">
						{verification.name_holder && (
							<p className="rounded-control bg-marigold-soft px-3.5 py-3 text-14">
								<RichText
									text={verificationText.nameHolders[verification.name_holder]}
									tags={{
										profile: (words) => (
											<Link
												to="/dashboard/profileEdit"
												className="font-semibold text-leaf underline underline-offset-4"
											>
												{words}
											</Link>
										),
									}}
								/>
							</p>
						)}
						<Card className="p-4 wide:p-6">
							<PhoneVerification
								status={verification.phone}
								at={query.dataUpdatedAt}
								onCodeSent={accept}
								onVerified={acceptProof}
							/>
						</Card>
						<Card className="p-4 wide:p-6">
							{BusinessVerification ? (
								<BusinessVerification
									status={verification.business}
									refreshing={query.isFetching}
									onChange={accept}
									onRefresh={() => void query.refetch()}
								/>
							) : (
								<Skeleton className="h-56 rounded-control" />
							)}
						</Card>
					</div>
				)}
			</QueryBoundary>
		</div>
	);
}
