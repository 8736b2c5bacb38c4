import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Me } from '../../contract/accounts.ts';
import { useApi } from '../platform/api.ts';
import { reasonOf } from '../platform/reason.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { ChoosePassword } from './choose-password.tsx';
import { ProofForm } from './proof-form.tsx';
import { signInMethodsQuery } from './queries.ts';

interface DeleteAccountProps {
	me: Me;
	/** Given when everything is erased. */
	onDeleted: (deletesAt: string) => void;
}

/** Deleting the own account: says what goes, then asks who it is. */
export function DeleteAccount({ me, onDeleted }: DeleteAccountProps) {
	const api = useApi();
	// What goes is read before anything is asked: the form takes the focus when it comes.
	const [step, setStep] = useState<'resting' | 'reading' | 'proving'>('resting');
	const open = step !== 'resting';
	const keep = () => setStep('resting');
	const { data: methods, ...query } = useQuery({ ...signInMethodsQuery(api, me.id), enabled: open });
	return (
		<>
			<h2 className="text-18">Delete your account</h2>
			<p className="mt-1 text-quiet">
				Nobody sees you or what you posted from that moment on. You can come back for 14 days.
			</p>
			{!open && (
				<Button look="quiet" className="mt-4" onClick={() => setStep('reading')}>
					Delete my account
				</Button>
			)}
			{open && (
				<section ref={takeFocus} tabIndex={-1} aria-label="Delete your account" className="mt-4">
					<p>What goes:</p>
					<ul className="mt-1 list-disc space-y-1 pl-5">
						<li>your profile @{me.user_name}: nobody else gets this name</li>
						<li>your ads, videos, tweets, talks and pictures, with what others said on them</li>
						<li>your comments, likes, follows and saved things</li>
						<li>your progress in courses and your certificates</li>
					</ul>
					<p className="mt-3">
						It is hidden at once and erased after 14 days. Until then log in again to bring everything back. What you
						paid stays in our books for six years, without your name.
					</p>
					{step === 'reading' && (
						<div className="mt-4 flex flex-wrap gap-2">
							<Button look="danger" onClick={() => setStep('proving')}>
								Continue
							</Button>
							<Button look="quiet" onClick={keep}>
								Keep my account
							</Button>
						</div>
					)}
					{step === 'proving' && query.isError && <FormError>{reasonOf(query.error)}</FormError>}
					{step === 'proving' && methods && !methods.password && (
						<>
							<p className="mt-4">Your account has no password yet. Choose one first: it shows that it is you.</p>
							<ChoosePassword email={me.email} />
							<Button look="quiet" className="mt-3" onClick={keep}>
								Keep my account
							</Button>
						</>
					)}
					{step === 'proving' && methods?.password && (
						<ProofForm
							action="Delete my account"
							look="danger"
							asks={methods.second_factor.on ? ['password', 'code'] : ['password']}
							send={({ password, code }) => api.deleteMe({ body: { password, ...(code !== '' && { code }) } })}
							onDone={({ deletes_at }) => onDeleted(deletes_at)}
							onCancel={keep}
						/>
					)}
				</section>
			)}
		</>
	);
}

/** What was tapped is gone: whoever listens or uses the keyboard goes on here. */
function takeFocus(element: HTMLElement | null): void {
	element?.focus();
}
