// receive and fallback are no names; push and pop return and take nothing.
pragma solidity 0.6.12;
contract Sink {
    struct Gift { address origin; uint256 value; }
    Gift[] gifts;
    receive() external payable { gifts.push().value = msg.value; }
    fallback() external payable { gifts.push(Gift({origin: tx.origin, value: msg.value})); }
    function drop() external { gifts.pop(); delete gifts; }
    function first() external view returns (address origin, uint256 value) { Gift storage gift = gifts[0]; (origin, value) = (gift.origin, gift.value); }
}
