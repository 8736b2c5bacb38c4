import { useState } from 'react';
import type { SignInMethods } from '../../contract/google.ts';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { ProofForm } from './proof-form.tsx';

interface GoogleSettingsProps {
	methods: SignInMethods;
	/** Called once nothing is linked any more. */
	onUnlinked: () => void;
}

/** Linking a Google account to log in with, and taking it back. */
export function GoogleSettings({ methods: { google, password }, onUnlinked }: GoogleSettingsProps) {
	const api = useApi();
	const [open, setOpen] = useState(false);
	const close = () => setOpen(false);
	const { linked } = google;
	return (
		<>
			<h2 className="text-18">Google</h2>
			<p className="mt-1 text-quiet wrap-anywhere">
				{linked ? (
					<>
						You can log in with the Google account{' '}
						<strong className="text-ink">{linked.email || 'you have linked'}</strong>.
					</>
				) : (
					'Link your Google account and log in without typing your password.'
				)}
			</p>
			{linked && !password && (
				<p className="mt-2 text-14 text-quiet">
					It is the only way into this account, which has no password: it stays linked.
				</p>
			)}
			{!open && (!linked || password) && (
				<Button look={linked ? 'quiet' : 'primary'} className="mt-4" onClick={() => setOpen(true)}>
					{linked ? 'Unlink' : 'Link a Google account'}
				</Button>
			)}
			{open && linked && (
				<ProofForm
					action="Unlink Google"
					look="danger"
					asks={['password']}
					send={({ password }) => api.unlinkGoogle({ body: { password } })}
					onDone={() => {
						close();
						onUnlinked();
					}}
					onCancel={close}
				/>
			)}
			{open && !linked && (
				<ProofForm
					action="Continue with Google"
					asks={['password']}
					send={({ password }) => api.linkGoogle({ body: { password } })}
					onDone={({ url }) => location.assign(url)}
					onCancel={close}
				/>
			)}
		</>
	);
}
