"""An answer to exercise 6."""


def exact_covers(needs, options):
    if not needs:
        return [[]]
    need = min(sorted(needs, key=str), key=lambda each: sum(each in met for met in options.values()))
    found = []
    for name, met in options.items():
        if need in met:
            rest = {other: others for other, others in options.items() if not others & met}
            found += [sorted([name, *cover]) for cover in exact_covers(needs - met, rest)]
    return found
