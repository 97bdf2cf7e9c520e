import { t } from '@lingui/core/macro';
import { Button, FileButton, Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { ImageTexts } from '../entries/files/image-texts.js';
import { getFileUrl } from '../entries/pictures/file-picture.js';
import { FocalPointPicker, type Point } from '../entries/pictures/focal-point.js';
import { isObject } from '../entries/values.js';
import { getText } from '../entries/widgets/widget.js';
import { CopyTextButton } from '../forms/copyable-text.js';
import { Form, preventSubmissionByEnter } from '../forms/form.js';
import { useAction } from '../forms/use-action.js';
import { useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { findFieldError } from '../http/field-errors.js';
import type { Identifier, Json, Resource } from '../jsonapi/document.js';
import { jsonApi, type Members } from '../jsonapi/json-api.js';
import { ButtonLink } from '../layout/links.js';
import type { ContentModel } from '../management-api/resources.js';
import { UploadList } from '../uploads/upload-list.js';
import { useUploads } from '../uploads/use-uploads.js';
import { uploadPicture } from './create-medium.js';
import type { ImageType } from './media-types.js';
import { UsedIn } from './used-in.js';

interface MediumFormProps {
  readonly medium: Resource;
  /** `undefined` for a type without an image. */
  readonly imageType: ImageType | undefined;
  /** The linkage of the image. */
  readonly identifier: Identifier | undefined;
  readonly file: Resource | undefined;
  readonly model: ContentModel;
  /** The medium that follows in the list. */
  readonly nextId: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
}

interface MediumValues {
  readonly name: string;
  readonly meta: NonNullable<Identifier['meta']>;
  readonly focalPoint: Point | null;
}

/** What is mostly changed about a medium, and where it is used; other fields are in the form of the entry. */
export function MediumForm(props: MediumFormProps): ReactNode {
  const { medium, imageType, identifier, file, model, nextId, onOpen } = props;
  const { type, id, attributes } = medium;
  const draft = useDraft<MediumValues>({
    name: getText(attributes['name']),
    meta: identifier?.meta ?? {},
    focalPoint: toPoint(file?.attributes['focal_point']),
  });
  const { values, changes } = draft;
  const save = useAction({
    mutationFn: async ({ then }: { readonly then: string | undefined }) => {
      const members = toChangedMembers(changes, imageType, identifier);
      if (members !== undefined) await jsonApi.update(medium, members);
      if (changes.focalPoint !== undefined && file !== undefined)
        await jsonApi.update(file, { attributes: { focal_point: { ...changes.focalPoint } as Json } });
      return then;
    },
    successMessage: t`Saved`,
    invalidates: [['entries']],
    onSuccess: (then) => {
      draft.reset();
      if (then !== undefined) onOpen(then);
    },
  });
  const replace = useAction({
    mutationFn: (image: Identifier) => jsonApi.update(medium, toLinkage(imageType, image)),
    successMessage: t`Replaced`,
    invalidates: [['entries']],
    toastErrors: true,
  });
  const uploads = useUploads(async (chosen, options) => {
    if (imageType === undefined) return;
    const uploaded = await uploadPicture(imageType, chosen, options);
    await replace.mutateAsync({ type: uploaded.type, id: uploaded.id, meta: values.meta });
  });
  const failure = useOpenErrors(save.error, values);
  const url = file && getFileUrl(file);
  return (
    <Form
      onSubmit={() => {
        save.mutate({ then: undefined });
      }}
      onKeyDown={preventSubmissionByEnter}
      failure={failure}
      inputPointers={['/data/attributes/name']}
      unsaved={{ form: `media/${id}`, draft }}
    >
      {file !== undefined && (
        <FocalPointPicker
          file={file}
          value={values.focalPoint}
          onChange={(point) => {
            draft.set('focalPoint', point);
          }}
        />
      )}
      <TextInput
        label={t`Name`}
        required
        value={values.name}
        error={findFieldError(failure, '/data/attributes/name', t`Name`)}
        onChange={({ currentTarget }) => {
          draft.set('name', currentTarget.value);
        }}
      />
      {identifier !== undefined && (
        <ImageTexts
          name={values.name}
          meta={values.meta}
          isRefused={false}
          disabled={false}
          hasFocus={typeof identifier.meta?.['alt'] !== 'string'}
          onChange={(meta) => {
            draft.set('meta', meta);
          }}
        />
      )}
      <UploadList uploads={uploads} label={imageType?.imageField.label ?? ''} />
      <Group gap="xs">
        <Button type="submit" disabled={!draft.isChanged} loading={save.isPending}>
          {t`Save`}
        </Button>
        {nextId !== undefined && (
          <Button
            variant="default"
            onClick={() => {
              if (draft.isChanged) save.mutate({ then: nextId });
              else onOpen(nextId);
            }}
          >
            {draft.isChanged ? t`Save and next` : t`Next`}
          </Button>
        )}
        {imageType !== undefined && (
          <FileButton
            accept="image/*"
            inputProps={{ 'aria-label': t`Picture in place of this one`, tabIndex: -1 }}
            onChange={(chosen) => {
              if (chosen !== null) uploads.add([chosen]);
            }}
          >
            {(button) => (
              <Button {...button} variant="default">
                {t`Replace`}
              </Button>
            )}
          </FileButton>
        )}
        {url !== undefined && <CopyTextButton label={t`Copy the address`} text={url} />}
      </Group>
      <ButtonLink variant="default" to="/entries/$type/$id" params={{ type, id }}>
        {t`All fields`}
      </ButtonLink>
      <UsedIn entry={medium} model={model} />
    </Form>
  );
}

/** The changed members of the medium; `undefined` without any. */
function toChangedMembers(
  { name, meta }: Partial<MediumValues>,
  imageType: ImageType | undefined,
  identifier: Identifier | undefined,
): Partial<Members> | undefined {
  if (name === undefined && meta === undefined) return undefined;
  return {
    ...(name === undefined ? {} : { attributes: { name } }),
    ...(meta === undefined || identifier === undefined ? {} : toLinkage(imageType, { ...identifier, meta })),
  };
}

function toLinkage(imageType: ImageType | undefined, data: Identifier): Partial<Members> {
  return imageType === undefined ? {} : { relationships: { [imageType.imageField.name]: { data } } };
}

function toPoint(value: Json | undefined): Point | null {
  if (value === undefined || !isObject(value)) return null;
  const { x, y } = value;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
}
