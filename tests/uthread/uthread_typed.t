#!/usr/bin/env bash
# Channels of a type: both compilers complain about values and channels of another type, and about nothing else.
. "$(dirname "$0")/../harness/tap.sh"

# complains CLAIM REGEX STATEMENT: a program with this statement, or, for no REGEX, none.
complains() {
    local cc
    cat >"$scratch/typed.c" <<END
#include <uthread.h>
UT_CHANNEL(numbers, int)
UT_CHANNEL(texts, const char *)
UT_CHANNEL(unused, struct uThread)
int main(void)
{
    numbers number = numbersCreate(0);
    texts text = textsCreate(3);
    utCase it[2] = {{.channel = 0}};
    int value = 0;
    const char *word = "";
    utChannel plain = utChannelCreate(sizeof value, 0);
    $3;
    return number == 0 || text == 0 || plain == 0 || value || *word || it[0].send;
}
END
    for cc in "${compilers[@]}"; do
        # shellcheck disable=SC2046 # a word or none
        try make_here program $(make_word "$cc") SOURCES="$scratch/typed.c" OUTPUT="$scratch/typed.elf"
        if [[ $2 ]]; then
            [[ $(grep -c 'warning:\|error:' <<<"$err") == 1 && $err =~ $2 ]]
        else
            [[ $status == 0 && -z $err ]]
        fi
        report $? "$cc: $1"
    done
}

complains "right statements compile without a complaint" '' '
    numbersSend(number, 5), numbersSendUntil(number, 5, UT_NOW);
    numbersReceive(number, &value), numbersReceiveUntil(number, &value, UT_NOW);
    textsSend(text, "five"), textsReceiveUntil(text, &word, UT_NOW);
    it[0] = numbersToSend(number, &value), it[1] = textsToReceive(text, &word);
    numbersCount(number), numbersClose(number), textsDestroy(text)'
complains "a value of another type" 'makes integer from pointer|pointer to integer' 'numbersSend(number, "five")'
complains "a number as a pointer" 'makes pointer from integer|integer to pointer' 'textsSendUntil(text, 5, UT_NOW)'
complains "a variable of another type" 'incompatible.pointer' 'textsReceive(text, &value)'
complains "a channel of another type" 'incompatible.pointer' 'numbersSend(text, 5)'
complains "to receive from" 'incompatible.pointer' 'numbersReceiveUntil(text, &value, UT_NOW)'
complains "one without a type" 'incompatible.pointer' 'numbersReceive(plain, &value)'
complains "one with a type as one without" 'incompatible.pointer' 'utChannelSend(number, &word)'
complains "a select's value of another type" 'incompatible.pointer' 'it[0] = numbersToSend(number, &word)'
complains "a select's channel of another type" 'incompatible.pointer' 'it[0] = numbersToReceive(text, &value)'
complains "the end of another type" 'incompatible.pointer' 'textsDestroy(number)'

finish
