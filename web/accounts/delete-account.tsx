import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteMe } from '../../contract/accounts/account-deletion.ts';
import type { Me } from '../../contract/accounts/accounts.ts';
import * as commonText from '../../text/shared/common.ts';
import * as deleteAccountText from '../../text/web/delete-account.ts';
import * as identityCheckText from '../../text/web/identity-check.ts';
import * as securityText from '../../text/web/security.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { takeFocus } from '../ui/take-focus.ts';
import { ChoosePassword } from './choose-password.tsx';
import { signInMethodsQuery } from './queries.ts';
import { ReauthenticationForm } from './reauthentication-form.tsx';

interface DeleteAccountProps {
	me: Me;
	/** Callback after the account deletion; gets the time at which the server erases the data. */
	onDeleted: (deletesAt: string) => void;
}

/** Lists what account deletion erases, then asks for the password. */
export function DeleteAccount({ me, onDeleted }: DeleteAccountProps) {
	const api = useApi();
	// The summary is a separate step because the reauthentication form takes the focus when it mounts.
	const [step, setStep] = useState<'closed' | 'summary' | 'reauthentication'>('closed');
	const open = step !== 'closed';
	const cancel = () => setStep('closed');
	const query = useQuery({ ...signInMethodsQuery(api, me.id), enabled: open });
	return (
		<>
			<h2 className="text-18">{deleteAccountText.title}</h2>
			<p className="mt-1 text-quiet">{deleteAccountText.summary}</p>
			{!open && (
				<Button variant="quiet" className="mt-4" onClick={() => setStep('summary')}>
					{deleteAccountText.submit}
				</Button>
			)}
			{open && (
				<section ref={takeFocus} tabIndex={-1} aria-label={deleteAccountText.title} className="mt-4">
					<p>{deleteAccountText.erasedTitle}</p>
					<ul className="mt-1 list-disc space-y-1 pl-5">
						<li>{deleteAccountText.profileErased(me.user_name)}</li>
						<li>{deleteAccountText.postsErased}</li>
						<li>{deleteAccountText.activityErased}</li>
						<li>{deleteAccountText.coursesErased}</li>
					</ul>
					<p className="mt-3">{deleteAccountText.erasureTerms}</p>
					{step === 'summary' && (
						<div className="mt-4 flex flex-wrap gap-2">
							<Button variant="danger" onClick={() => setStep('reauthentication')}>
								{commonText.continueOn}
							</Button>
							<Button variant="quiet" onClick={cancel}>
								{deleteAccountText.keep}
							</Button>
						</div>
					)}
					{step === 'reauthentication' && (
						<QueryBoundary
							query={query}
							loading={securityText.loading}
							skeleton={<SkeletonRows rows={2} className="mt-4 h-12" />}
							failure={securityText.loadFailed}
						>
							{({ password, second_factor }) =>
								password ? (
									<ReauthenticationForm
										action={deleteAccountText.submit}
										variant="danger"
										requires={second_factor.on ? ['password', 'code'] : ['password']}
										schema={deleteMe.body}
										send={(body) => api.deleteMe({ body })}
										onDone={({ deletes_at }) => onDeleted(deletes_at)}
										onCancel={cancel}
									/>
								) : (
									<>
										<p className="mt-4">{identityCheckText.passwordNeeded}</p>
										<ChoosePassword email={me.email} />
										<Button variant="quiet" className="mt-3" onClick={cancel}>
											{deleteAccountText.keep}
										</Button>
									</>
								)
							}
						</QueryBoundary>
					)}
				</section>
			)}
		</>
	);
}
