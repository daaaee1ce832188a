// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/ERC721.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";

/// @notice Deposits on the containers of a depot. The receipt is handed on together with the container.
contract ContainerDeposits is ERC721, Ownable {
    using Address for address payable;

    struct Hire {
        address lessee;
        uint64 due;
        bool returned;
    }

    uint256 public constant TERM = 180 days;

    uint256 public immutable fleet;
    uint256 public immutable deposit;

    mapping(uint256 container => Hire) public hires;

    event Hired(uint256 indexed container, address indexed lessee, uint256 due);
    event TakenIn(uint256 indexed container);
    event Settled(uint256 indexed container, address indexed to);

    error BadTerms(uint256 fleet, uint256 deposit);
    error NoSuchContainer(uint256 container);
    error WrongDeposit(uint256 sent);
    error NoAccount();
    error NotReturned(uint256 container);
    error Returned(uint256 container);
    error NotDue(uint256 container);

    constructor(uint256 fleet_, uint256 deposit_) ERC721("Container receipt", "BOX") Ownable(msg.sender) {
        if (fleet_ == 0 || deposit_ == 0) revert BadTerms(fleet_, deposit_); //~ BENIGN INPUT_VAL
        fleet = fleet_;
        deposit = deposit_;
    }

    /// @notice Hires a container that stands in the depot, against the deposit.
    function hire(uint256 container) external payable {
        if (container >= fleet) revert NoSuchContainer(container); //~ BENIGN INPUT_VAL
        if (msg.value != deposit) revert WrongDeposit(msg.value); //~ BENIGN INPUT_VAL
        uint64 due = uint64(block.timestamp + TERM); //~ BENIGN ARITHMETIC
        hires[container] = Hire(msg.sender, due, false); //~ BENIGN STATE_MOD
        _mint(msg.sender, container); //~ BENIGN CTRL_FLOW
        emit Hired(container, msg.sender, due); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Notes that a container is back in the depot.
    function takeIn(uint256 container) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _requireOwned(container); //~ BENIGN INPUT_VAL
        hires[container].returned = true;
        emit TakenIn(container); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Pays the deposit of a container that is back.
    function reclaim(uint256 container, address payable to) external {
        if (to == address(0)) revert NoAccount(); //~ BENIGN INPUT_VAL
        if (!hires[container].returned) revert NotReturned(container); //~ BENIGN CTRL_FLOW
        _checkAuthorized(ownerOf(container), msg.sender, container); //~ BENIGN ACCESS_CTRL
        _settle(container, to);
    }

    /// @notice Keeps the deposit of a container that is overdue.
    function forfeit(uint256 container, address payable to) external onlyOwner { //~ BENIGN ACCESS_CTRL
        if (to == address(0)) revert NoAccount(); //~ BENIGN INPUT_VAL
        _requireOwned(container); //~ BENIGN INPUT_VAL
        if (hires[container].returned) revert Returned(container); //~ BENIGN CTRL_FLOW
        if (block.timestamp <= hires[container].due) revert NotDue(container); //~ BENIGN TIMESTAMP
        _settle(container, to);
    }

    function _settle(uint256 container, address payable to) private {
        delete hires[container]; //~ BENIGN STATE_MOD
        _burn(container); //~ BENIGN STATE_MOD
        emit Settled(container, to);
        to.sendValue(deposit); //~ BENIGN FUND_XFER
    }
}
