import { useMutation } from '@tanstack/react-query';
import * as verifyEmailText from '../../text/web/verify-email.ts';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button, type ButtonVariant } from '../ui/button.tsx';

export function ResendVerification({ variant = 'plain' }: { variant?: ButtonVariant }) {
	const api = useApi();
	const resend = useMutation({ mutationFn: () => api.resendVerification() });
	return (
		<span className="inline-flex flex-wrap items-center gap-2">
			{!resend.isSuccess && (
				<Button variant={variant} loading={resend.isPending} onClick={() => resend.mutate()}>
					{verifyEmailText.resend}
				</Button>
			)}
			<span role="status" className="text-14">
				{resend.isSuccess && verifyEmailText.resent}
				{resend.error && getErrorMessage(resend.error)}
			</span>
		</span>
	);
}
