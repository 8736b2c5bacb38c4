import { useMutation } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import * as commonText from '../../../text/shared/common.ts';
import * as settingsText from '../../../text/web/admin-settings.ts';
import { LogoMark } from '../../appearance/logo.tsx';
import { DropArea } from '../../media/drop-area.tsx';
import { useObjectUrl } from '../../media/object-url.ts';
import { getPictureRejection, preparePicture } from '../../media/picture-file.ts';
import { MediaHostError, sendFile } from '../../media/upload.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorNotice } from '../../platform/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyConfirmDialog } from '../../ui/lazy-confirm-dialog.ts';
import { toast } from '../../ui/toast.ts';
import { SettingsSection } from './settings-section.tsx';
import { isConflict, type SectionProps } from './use-settings-form.ts';

export function LogoSection({ settings, onSettings, onReload, onDirty }: SectionProps) {
	const { logo, version } = settings;
	const api = useApi();
	const [chosen, setChosen] = useState<File | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const [isConfirming, setConfirming] = useState(false);
	const preview = useObjectUrl(chosen);
	const isDirty = chosen !== null;
	const reportDirty = useEffectEvent((dirty: boolean) => onDirty('logo', dirty));
	useEffect(() => reportDirty(isDirty), [isDirty]);

	function onError(error: unknown) {
		if (isConflict(error)) void onReload().catch(() => {});
		const reason = error instanceof MediaHostError ? error.reason : null;
		setProblem(isConflict(error) ? settingsText.logoConflict : (reason ?? getErrorNotice(error)));
	}

	const sending = useMutation({
		mutationFn: async (file: File) => {
			const { blob, problem } = await preparePicture(file);
			if (problem) throw new Error(problem);
			const picture = await sendFile(api, 'image', { blob, name: file.name });
			return api.setMarketLogo({ body: { picture, version } });
		},
		onMutate: () => setProblem(null),
		onSuccess: (saved) => {
			setChosen(null);
			onSettings(saved);
			toast(settingsText.logoSaved);
		},
		onError,
	});
	const removing = useMutation({
		mutationFn: () => api.removeMarketLogo({ query: { version: String(version) } }),
		onMutate: () => setProblem(null),
		onSuccess: (saved) => {
			onSettings(saved);
			toast(settingsText.logoRemoved);
		},
		onError,
	});

	function choose([file]: File[]) {
		if (!file) return;
		const rejection = getPictureRejection(file);
		setProblem(rejection);
		setChosen(rejection ? null : file);
	}

	const label = logo === null && !chosen ? settingsText.chooseLogo : settingsText.chooseOtherLogo;
	return (
		<SettingsSection id="logo" title={settingsText.logoTitle} lead={settingsText.logoHint} isDirty={isDirty}>
			<div className="flex flex-wrap items-center gap-4">
				{preview !== null || logo !== null ? (
					<img
						src={preview ?? logo ?? undefined}
						alt={preview === null ? settingsText.logoAlt : settingsText.newLogoAlt}
						className="size-20 rounded-control bg-sunken object-contain"
					/>
				) : (
					<LogoMark className="size-20" />
				)}
				<DropArea
					label={label}
					accept="image/*"
					disabled={sending.isPending || removing.isPending}
					onFiles={choose}
					className="min-h-20 min-w-40 flex-1 gap-1 px-4 py-3 text-14"
				>
					<ImagePlus aria-hidden className="size-6 text-leaf" />
					{label}
				</DropArea>
			</div>
			{!chosen && (
				<p className="mt-2 text-14 text-quiet">{logo === null ? settingsText.builtInLogo : settingsText.ownLogo}</p>
			)}
			<div className="mt-4 flex flex-col gap-4 empty:hidden">
				<FormError>{problem}</FormError>
			</div>
			<div className="mt-4 flex flex-wrap gap-2 empty:hidden">
				{chosen && (
					<>
						<Button loading={sending.isPending} onClick={() => sending.mutate(chosen)}>
							{settingsText.useThisLogo}
						</Button>
						<Button
							variant="quiet"
							disabled={sending.isPending}
							onClick={() => {
								setChosen(null);
								setProblem(null);
							}}
						>
							{commonText.cancel}
						</Button>
					</>
				)}
				{logo !== null && !chosen && (
					<Button variant="quiet" loading={removing.isPending} onClick={() => setConfirming(true)}>
						{settingsText.removeLogo}
					</Button>
				)}
			</div>
			{isConfirming && (
				<LazyConfirmDialog
					title={settingsText.removeLogoQuestion}
					description={settingsText.removeLogoConsequence}
					action={settingsText.removeLogo}
					danger
					onConfirm={() => {
						setConfirming(false);
						removing.mutate();
					}}
					onClose={() => setConfirming(false)}
				/>
			)}
		</SettingsSection>
	);
}
