import { useMutation } from '@tanstack/react-query';
import * as passwordsText from '../../text/web/passwords.ts';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { RichText } from '../ui/rich-text.tsx';

/** Button that mails a link to choose a password to an account that has none. */
export function ChoosePassword({ email }: { email: string }) {
	const api = useApi();
	const sendLink = useMutation({ mutationFn: () => api.forgotPassword({ body: { email } }) });
	if (sendLink.isSuccess) {
		return (
			<p role="status" className="mt-4 wrap-anywhere">
				<RichText text={passwordsText.chooseLinkSent} tags={{ email: () => <strong>{email}</strong> }} />
			</p>
		);
	}
	return (
		<div className="mt-4 flex flex-col items-start gap-3">
			<FormError>{sendLink.error && getErrorMessage(sendLink.error)}</FormError>
			<Button variant="quiet" loading={sendLink.isPending} onClick={() => sendLink.mutate()}>
				{passwordsText.choose}
			</Button>
		</div>
	);
}
