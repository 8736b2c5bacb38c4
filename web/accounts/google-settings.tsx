import { useState } from 'react';
import { linkGoogle, type SignInMethods, unlinkGoogle } from '../../contract/accounts/google.ts';
import * as googleText from '../../text/web/google.ts';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { ReauthenticationForm } from './reauthentication-form.tsx';

interface GoogleSettingsProps {
	methods: SignInMethods;
	onUnlinked: () => void;
}

export function GoogleSettings({ methods: { google, password }, onUnlinked }: GoogleSettingsProps) {
	const api = useApi();
	const [open, setOpen] = useState(false);
	const close = () => setOpen(false);
	const { linked } = google;
	return (
		<>
			<h2 className="text-18">{googleText.settingsTitle}</h2>
			<p className="mt-1 text-quiet wrap-anywhere">
				{linked ? (
					<RichText
						text={linked.email ? googleText.linkedTo : googleText.linkedToUnnamed}
						tags={{ account: (words) => <strong className="text-ink">{linked.email || words}</strong> }}
					/>
				) : (
					googleText.linkHint
				)}
			</p>
			{linked && !password && <p className="mt-2 text-14 text-quiet">{googleText.cannotUnlink}</p>}
			{!open && (!linked || password) && (
				<Button variant={linked ? 'quiet' : 'primary'} className="mt-4" onClick={() => setOpen(true)}>
					{linked ? googleText.unlink : googleText.link}
				</Button>
			)}
			{open && linked && (
				<ReauthenticationForm
					action={googleText.unlinkSubmit}
					variant="danger"
					requires={['password']}
					schema={unlinkGoogle.body}
					send={(body) => api.unlinkGoogle({ body })}
					onDone={() => {
						close();
						onUnlinked();
					}}
					onCancel={close}
				/>
			)}
			{open && !linked && (
				<ReauthenticationForm
					action={googleText.continueWith}
					requires={['password']}
					schema={linkGoogle.body}
					send={(body) => api.linkGoogle({ body })}
					onDone={({ url }) => location.assign(url)}
					onCancel={close}
				/>
			)}
		</>
	);
}
