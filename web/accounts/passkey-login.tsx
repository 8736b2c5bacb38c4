import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import type { Session } from '../../contract/accounts/accounts.ts';
import * as passkeysText from '../../text/shared/passkeys.ts';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { getDeviceKey } from './device-key.ts';
import { getPasskeyMessage, loadWebAuthn, useSupportsPasskeys } from './passkey-browser.ts';

/** Button that logs in with a passkey. Hidden in browsers without passkeys. */
export function PasskeyLogin({ onDone }: { onDone: (session: Session) => void }) {
	const api = useApi();
	const logIn = useMutation({
		mutationFn: async () => {
			const [{ startAuthentication }, optionsJSON] = await Promise.all([loadWebAuthn(), api.beginPasskeyLogin({})]);
			const { id, response } = await startAuthentication({ optionsJSON });
			const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
			const credential = { id, response: { clientDataJSON, authenticatorData, signature, userHandle } };
			return api.logInWithPasskey({ body: { credential, device_key: getDeviceKey() } });
		},
		onSuccess: onDone,
	});
	if (!useSupportsPasskeys()) return null;
	return (
		<div className="mt-3 flex flex-col gap-3">
			<Button variant="quiet" fullWidth loading={logIn.isPending} onClick={() => logIn.mutate()}>
				<Fingerprint aria-hidden className="size-5" />
				{passkeysText.logIn}
			</Button>
			<FormError>{logIn.error && getPasskeyMessage(logIn.error)}</FormError>
		</div>
	);
}
