import { useMutation } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '../../../contract/accounts/accounts.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as editProfileText from '../../../text/web/edit-profile.ts';
import { Cropper } from '../../media/cropper.tsx';
import { DropArea } from '../../media/drop-area.tsx';
import { getPictureFormatRejection, getPictureRejection } from '../../media/picture-file.ts';
import { MediaHostError, sendFile } from '../../media/upload.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorNotice } from '../../platform/error-message.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { toast } from '../../ui/toast.ts';

interface AvatarEditorProps {
	me: Me;
	onDone: (me: Me) => void;
}

export function AvatarEditor({ me, onDone }: AvatarEditorProps) {
	const api = useApi();
	const [chosen, setChosen] = useState<File | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const onError = (error: unknown) =>
		setProblem((error instanceof MediaHostError && error.reason) || getErrorNotice(error));
	const sending = useMutation({
		mutationFn: async (square: Blob) => {
			const name = `avatar.${square.type === 'image/webp' ? 'webp' : 'jpg'}`;
			return api.setAvatar({ body: await sendFile(api, 'image', { blob: square, name }) });
		},
		onMutate: () => setProblem(null),
		onSuccess: (saved) => {
			setChosen(null);
			toast(editProfileText.pictureSaved);
			onDone(saved);
		},
		onError,
	});
	const removing = useMutation({
		mutationFn: () => api.removeAvatar({}),
		onMutate: () => setProblem(null),
		onSuccess: (saved) => {
			toast(editProfileText.pictureRemoved);
			onDone(saved);
		},
		onError,
	});

	function choose([file]: File[]) {
		if (!file) return;
		const rejection = getPictureRejection(file);
		setProblem(rejection);
		setChosen(rejection ? null : file);
	}

	async function explainUnreadable(file: File) {
		setProblem((await getPictureFormatRejection(file).catch(() => null)) ?? editProfileText.pictureUnreadable);
	}

	return (
		<section aria-labelledby="avatar" className="flex flex-col gap-4">
			<h2 id="avatar" className="text-18">
				{commonText.photo}
			</h2>
			{chosen ? (
				<Cropper
					key={`${chosen.name} ${chosen.lastModified}`}
					file={chosen}
					busy={sending.isPending}
					onDone={(square) => sending.mutate(square)}
					onCancel={() => {
						setChosen(null);
						setProblem(null);
					}}
					onUnreadable={() => {
						setChosen(null);
						void explainUnreadable(chosen);
					}}
				/>
			) : (
				<div className="flex flex-wrap items-center gap-4">
					<Avatar name={me.display_name || me.user_name} image={me.user_image} size="large" />
					<DropArea
						label={me.user_image ? commonText.chooseAnotherPicture : commonText.choosePicture}
						accept="image/*"
						disabled={removing.isPending}
						onFiles={choose}
						className="min-h-20 min-w-40 flex-1 gap-1 px-4 py-3 text-14"
					>
						<ImagePlus aria-hidden className="size-6 text-leaf" />
						{me.user_image ? commonText.chooseAnotherPicture : commonText.choosePicture}
					</DropArea>
					{me.user_image && (
						<Button variant="plain" loading={removing.isPending} onClick={() => removing.mutate()}>
							{commonText.remove}
						</Button>
					)}
				</div>
			)}
			<FormError>{problem}</FormError>
		</section>
	);
}
