"""Whether a training goes on from what lies in its folder, and from where."""

import json

import pytest

pytest.importorskip("torch", reason="the train extra is not installed")

import torch
from safetensors.torch import save_file

from train.arguments import parse_run
from train.errors import RunError
from train.resuming import (
    MODEL,
    OPTIONS,
    check_options,
    decisive_options,
    last_checkpoint,
    note_options,
    remove_checkpoints,
)
from train.tagop import TagOp


def options(*changes, data="1.0.0@b4ebdf2486ec"):
    words = ["--model", "small", "--output_dir", "out", "--use_cpu", "--seed", "1", *changes]
    run, arguments = parse_run("test", TagOp.arguments, words)
    return decisive_options(run, arguments, data)


@pytest.mark.parametrize(("changes", "told"), [
    (("--num_train_epochs", "9"), "num_train_epochs 3.0, not 9.0;"),
    (("--seed", "2"), "seed 1, not 2;"),
    (("--encoder_learning_rate", "1"), "encoder_learning_rate 1.5e-05, not 1.0;"),
    (("--per_device_train_batch_size", "3"), "global_batch_size 8, not 3;"),
    (("--weight_decay", "1", "--seed", "2"), "weight_decay 0.0, seed 1, not 1.0, 2;"),
    # What a model does not depend on.
    (("--evaluate", "tatqa_a"), ""),
    (("--dataset", "elsewhere"), ""),
    (("--logging_steps", "9", "--push_to_hub", "True", "--output_dir", "moved"), ""),
    (("--per_device_train_batch_size", "4", "--global_batch_size", "8"), ""),
    (("--bf16", "True"), ""),  # whose default is the machine's
])  # fmt: skip
def test_other_options_than_those_of_the_model_are_refused(changes, told, tmp_path):
    note_options(tmp_path, options())
    (tmp_path / MODEL).mkdir()
    check_options(tmp_path, options())
    if not told:
        check_options(tmp_path, options(*changes))
        return
    with pytest.raises(RunError, match=f"^{tmp_path}: holds a training with {told} go on with"):
        check_options(tmp_path, options(*changes))


def test_other_data_are_refused(tmp_path):
    note_options(tmp_path, options())
    checkpoint(tmp_path, 5)
    with pytest.raises(RunError, match=r"data 1\.0\.0@b4ebdf2486ec, not 1\.0\.1@b4ebdf2486ec; "):
        check_options(tmp_path, options(data="1.0.1@b4ebdf2486ec"))


@pytest.mark.parametrize("content", ["[]", "{"])
def test_a_damaged_note_is_told(content, tmp_path):
    (tmp_path / MODEL).mkdir()
    (tmp_path / OPTIONS).write_text(content)
    with pytest.raises(RunError, match=OPTIONS):
        check_options(tmp_path, options())


def checkpoint(out, step):
    """A checkpoint as the Trainer leaves one."""
    folder = out / f"checkpoint-{step}"
    folder.mkdir(parents=True)
    save_file({"a": torch.zeros(99)}, folder / "model.safetensors")
    torch.save({"a": torch.zeros(99)}, folder / "optimizer.pt")
    (folder / "trainer_state.json").write_text(json.dumps({"global_step": step}))
    return folder


@pytest.mark.parametrize("name", ["model.safetensors", "optimizer.pt", "trainer_state.json"])
@pytest.mark.parametrize("kept", [0, 0.95])
def test_a_checkpoint_that_was_cut_off_is_passed_over(name, kept, tmp_path, capsys):
    whole, broken = checkpoint(tmp_path, 5), checkpoint(tmp_path, 9)
    content = (broken / name).read_bytes()
    (broken / name).write_bytes(content[: int(kept * len(content))])
    assert last_checkpoint(tmp_path) == whole
    assert capsys.readouterr().err == f"{broken}: is not whole, and is removed\n"
    assert not broken.exists()


@pytest.mark.parametrize("state", ["[]", '{"global_step": "9"}'])
def test_a_state_of_another_kind_is_none(state, tmp_path):
    folder = checkpoint(tmp_path, 9)
    (folder / "trainer_state.json").write_bytes(state.encode("utf-8", "surrogatepass"))
    assert last_checkpoint(tmp_path) is None


def test_only_the_checkpoints_of_the_trainer_are_removed(tmp_path):
    """A file, or a folder of notes, may be called like one."""
    (tmp_path / "checkpoint-9").write_text("mine")
    (tmp_path / "checkpoint-notes").mkdir()
    assert last_checkpoint(tmp_path) is None
    checkpoint(tmp_path, 5)
    remove_checkpoints(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["checkpoint-9", "checkpoint-notes"]
