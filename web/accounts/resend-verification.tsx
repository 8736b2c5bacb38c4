import { useMutation } from '@tanstack/react-query';
import * as verifyEmailText from '../../contract/text/verify-email.ts';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button, type ButtonVariant } from '../ui/button.tsx';

/** Sends the link that confirms the own address once more, and says so in its place. */
export function ResendVerification({ look: variant = 'plain' }: { look?: ButtonVariant }) {
	const api = useApi();
	const sending = useMutation({ mutationFn: () => api.resendVerification() });
	return (
		<span className="inline-flex flex-wrap items-center gap-2">
			{!sending.isSuccess && (
				<Button variant={variant} loading={sending.isPending} onClick={() => sending.mutate()}>
					{verifyEmailText.resend}
				</Button>
			)}
			<span role="status" className="text-14">
				{sending.isSuccess && verifyEmailText.resent}
				{sending.error && getErrorMessage(sending.error)}
			</span>
		</span>
	);
}
